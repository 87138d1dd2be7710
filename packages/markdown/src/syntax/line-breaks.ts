// The ends of lines within a paragraph. Chinese and Japanese list items, steps and labels begin with marks that Markdown does not know:
// such a line stays a line of its own, and what follows it another. Between Han the end of a line is not even a blank.
import type { Node } from './tree.ts'

const number = String.raw`(?:[一二三四五六七八九十百千零〇壹貳參肆伍陸柒捌玖拾甲乙丙丁戊己庚辛壬癸]{1,5}|\p{Nd}{1,3})`
const units = '[步章節节條条項项款點点回期週周段類类層层級级題题種种個个位名部輪轮階阶関關幕頁页]'
const labelWord = '[^\\s：:，。、；！？,.;!?]{1,12}'
/** What a line of its own begins with. */
const itemOpening = new RegExp(
  [
    // 一、 甲. 1） 1. a) ก. ๑.
    String.raw`(?:${number}|[A-Za-zＡ-Ｚａ-ｚ]{1,2}|[ivxIVX]{1,5}|[ก-ฮ])(?:[、．）：]|[.)](?=[\s\p{L}]))`,
    // （一） (1) （１）
    String.raw`[（(](?:${number}|[ivxIVX]{1,5}|\p{L})[)）]`,
    // 第一步：第 3 章
    String.raw`第\s?${number}\p{Nd}?\s?(?:${units}|階段|阶段|部分|段階)`,
    // ขั้นตอนที่ 1 Bước 1: Step 1 步驟一 ステップ1 手順 1
    String.raw`(?:步驟|步骤|階段|方法|方案|範例|ステップ|手順|例|ข้อ(?:ที่)?|ขั้น(?:ตอน)?(?:ที่)?|Bước|Phần|Điều|Câu|Step|Part)\s?${number}`,
    // ・ ① 【…】 ※ emoji
    String.raw`[•‧・･·●○◎◯◆◇■□▪▫★☆※▲△▶►▼▽➤➢➔→⇒✓✔✗✘☑☐①-⓿❶-➓㈠-㈩㊀-㊉⑴-⒵Ⅰ-ⅿ【〔〖［–—\-+]`,
    String.raw`\p{Extended_Pictographic}`,
    // 姓名：王 Tên: An
    String.raw`${labelWord}(?:：|:(?![/\d]))`,
    // Họ tên: An Due date: Friday; a sentence that goes on is longer, or begins small.
    String.raw`(?=\p{Lu}|[ก-๙])${labelWord}(?: ${labelWord}){1,4}:(?=\s)`,
  ].join('|'),
  'uy',
)

/** Written without blanks, and so broken between any two. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}ー々〇\u3000-\u303f\uff00-\uff65]/u

/** The text of a node as a line is read; what is none, such as a picture, is a letter. */
function readFlat({ type, value, children }: Node): string {
  if (type === 'break') return '\n'
  return value ?? children?.map(readFlat).join('') ?? '￼'
}

function startsItem(flat: string, at: number): boolean {
  itemOpening.lastIndex = at
  return itemOpening.test(flat)
}

/** Makes the soft ends of a paragraph's lines what they are: a line break, nothing, or a blank. */
export function placeLineBreaks(paragraph: Node): void {
  const flat = readFlat(paragraph)
  if (!flat.includes('\n')) return
  let at = 0
  const breakLines = (node: Node): Node[] => {
    const start = at
    if (node.children) {
      node.children = node.children.flatMap(breakLines)
      return [node]
    }
    at += readFlat(node).length
    return node.type === 'text' ? splitLines(node, flat, start) : [node]
  }
  paragraph.children = paragraph.children?.flatMap(breakLines) ?? []
}

function splitLines(node: Node, flat: string, start: number): Node[] {
  const lines = (node.value ?? '').split('\n')
  if (lines.length === 1) return [node]
  const nodes: Node[] = []
  let value = ''
  /** Where the end of the line before is. */
  let at = start - 1
  for (const [index, line] of lines.entries()) {
    if (index > 0 && (startsItem(flat, at + 1) || startsItem(flat, flat.lastIndexOf('\n', at - 1) + 1))) {
      nodes.push({ type: 'text', value }, { type: 'break' })
      value = ''
    } else if (index > 0 && !(unspaced.test(flat.charAt(at - 1)) && unspaced.test(flat.charAt(at + 1)))) value += '\n'
    value += line
    at += line.length + 1
  }
  return [...nodes, { type: 'text', value }]
}
