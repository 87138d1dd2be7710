// Turns a model's Simplified Chinese into Traditional Chinese as Taiwan writes it, while it streams. Every decision depends on
// the text alone and never on where it was cut.
//
// The text is read clause by clause. One without a character that only Simplified text has is not touched, unless the clause
// before was Simplified: so Traditional text comes out as it went in, though many characters (台, 里, 只, 干 …) are of both.
//
// Left alone: what is no prose (prose-scanner.ts), Japanese, and quotations: block quotes, and what is between quotation marks and
// longer than a term. A quoted term is left alone in a Traditional text, where it is there to be seen, and
// converted with a Simplified one, where the marks only stress it.
import { ProseScanner, type ProseSegment } from '../prose/prose-scanner.ts'
import type { TextFilter } from '../prose/text-filter.ts'
import { loadTraditionalDictionary, onlySimplified, onlyTraditional, type TraditionalDictionary } from './traditional-dictionary.ts'

/** UTF-16 units that are held back at most until a clause is looked at. */
const maxHeld = 64
/** Units of a Latin word that may begin a phrase (U盘, SQL注入). */
const maxLatin = 12
/** What is longer than that between quotation marks is a quotation. */
const maxTerm = 12

const closingMarks: Readonly<Record<string, string>> = { '「': '」', '『': '』', '“': '”', '‘': '’', '"': '"', '«': '»' }

// Characters that Japanese and Simplified Chinese have in common, and Traditional Chinese has not.
const alsoJapanese = new Set(
  '万与乱来会体余区医参双号国声壮学宝将尽属峡当径恋惨担旧条枢楼欧殴残浅潜点炉状独献画礼称胆茎蚕虫誉辞随静麦黄灯写寿岳嘱挟滞触堕党内争励弥弯渊湾窃蛮践遥温横巻争为属仮戸団',
)

/** Loads the dictionary when it is first needed; then returns what makes a filter for one text. */
export async function loadTraditionalConverter(): Promise<() => TextFilter> {
  const dictionary = await loadTraditionalDictionary()
  return () => createTraditionalFilter(dictionary)
}

/** Returns a whole text in Traditional Chinese, as the filter would. */
export async function convertToTraditional(text: string): Promise<string> {
  const filter = createTraditionalFilter(await loadTraditionalDictionary())
  return filter.push(text) + filter.finish()
}

type Part = { text: string; readonly isTerm: boolean }

function createTraditionalFilter(dictionary: TraditionalDictionary): TextFilter {
  const { scripts } = dictionary
  const scanner = new ProseScanner({ take })
  /** What may be said. */
  let out = ''
  /** The clause that is being read, with the quoted terms in it. */
  let held: Part[] = []
  let heldLength = 0
  let hasHan = false
  let script: 'simplified' | 'traditional' | null = null
  let isJapanese = false

  let read = readProse
  let previous = ''
  let isBlankLine = true
  /** What is between quotation marks, as long as it may be a term. */
  let quoted = ''
  let mark = ''
  /** Marks that are open in a quotation. */
  let depth = 0

  function hold(text: string, isTerm = false) {
    const last = held.at(-1)
    if (last && !isTerm && !last.isTerm) last.text += text
    else held.push({ text, isTerm })
    heldLength += text.length
  }

  /** Says what is held: converted if it is Simplified. Waits for the first clause that shows what the text is, unless it must. */
  function sayHeld(isForced: boolean) {
    if (heldLength === 0) return
    if (!hasHan) return sayAsIs()
    const clause = held.map(({ text, isTerm }) => (isTerm ? '' : text)).join('')
    const seen = look(clause)
    if (seen.isJapanese) isJapanese = true
    else if (seen.simplified > seen.japanese) isJapanese = false
    if (isJapanese) return sayAsIs()
    if (seen.simplified > 0 || seen.traditional > 0) script = seen.simplified > seen.traditional ? 'simplified' : 'traditional'
    if (script === null && !isForced) return
    const change = script === 'simplified' ? dictionary.convert : seen.simplified > 0 ? dictionary.convertSimplifiedParts : undefined
    for (const { text, isTerm } of held) out += change && !(isTerm && script !== 'simplified') ? change(text) : text
    forget()
  }

  function sayAsIs() {
    for (const { text } of held) out += text
    forget()
  }

  function forget() {
    held = []
    heldLength = 0
    hasHan = false
  }

  /** A clause without an end: its beginning is said, up to where no phrase is cut. */
  function sayBeginning() {
    const last = held.at(-1)
    if (held.length > 1 || !last || script === null || isJapanese) return sayHeld(true)
    const cut = dictionary.findCut(last.text, heldLength - dictionary.longestPhrase)
    const rest = last.text.slice(cut)
    last.text = last.text.slice(0, cut)
    sayHeld(true)
    for (const unit of rest) hold(unit)
    hasHan = hasAnyHan(rest)
  }

  function look(clause: string) {
    let simplified = 0
    let traditional = 0
    let japanese = 0
    let han = 0
    let hiragana = 0
    let katakana = 0
    for (let at = 0; at < clause.length; at += 1) {
      const unit = clause.charCodeAt(at)
      if (isHan(unit)) {
        han += 1
        const of = scripts[unit]
        if (of === onlyTraditional) traditional += 1
        if (of !== onlySimplified) continue
        simplified += 1
        if (alsoJapanese.has(clause.charAt(at))) japanese += 1
      } else if (unit >= 0x3041 && unit <= 0x309f) hiragana += 1
      else if (unit >= 0x30a1 && unit <= 0x30fa) katakana += 1
    }
    // Chinese writes の for 的 on signs, and foreign names as they are.
    const isKana = hiragana > 1 || (hiragana === 1 && simplified === japanese) || (katakana > 0 && katakana >= han)
    return { simplified, traditional, japanese, isJapanese: isKana }
  }

  function take({ kind, text, isQuoted }: ProseSegment) {
    if (isQuoted || (kind !== 'prose' && kind !== 'escape')) return takeAsIs(text)
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charAt(at)
      read(unit)
      previous = unit
      if (unit === '\n') isBlankLine = true
      else if (isBlankLine && unit.trim() !== '') isBlankLine = false
    }
  }

  /** What is held cannot wait for what is not to be read. */
  function takeAsIs(text: string) {
    if (read === readTerm) becomeQuotation()
    sayHeld(true)
    out += text
    previous = text.slice(-1)
    const line = text.slice(text.lastIndexOf('\n') + 1)
    isBlankLine = line.trim() === '' && (isBlankLine || line.length < text.length)
  }

  function readProse(unit: string) {
    const code = unit.charCodeAt(0)
    if (isHan(code) || isKana(code)) {
      hasHan = true
      hold(unit)
      if (heldLength >= maxHeld) sayBeginning()
    } else if (isLatin(code)) {
      hold(unit)
      if (heldLength >= (hasHan ? maxHeld : maxLatin)) (hasHan ? sayBeginning : sayAsIs)()
    } else if (closingMarks[unit] && !(unit === '"' && isLatin(previous.charCodeAt(0)))) {
      sayHeld(false)
      mark = unit
      quoted = unit
      read = readTerm
    } else if (heldLength === 0) {
      out += unit
    } else if (hasHan && (unit === ' ' || unit === '、' || unit === '·' || unit === '-')) {
      hold(unit)
      if (heldLength >= maxHeld) sayBeginning()
    } else {
      hold(unit)
      sayHeld(heldLength >= maxHeld)
      if (unit === '\n') isJapanese = false
    }
  }

  /** Between quotation marks: a term, until it is longer. */
  function readTerm(unit: string) {
    quoted += unit
    if (unit === closingMarks[mark]) {
      read = readProse
      hold(quoted, true)
      hasHan ||= hasAnyHan(quoted)
      sayHeld(heldLength >= maxHeld)
    } else if (quoted.length > maxTerm + 1 || /[。！？，；\n`<$]/.test(unit)) becomeQuotation()
  }

  function becomeQuotation() {
    sayHeld(true)
    // Nothing is quoted within a line: it is an inch, or a mark too many.
    read = quoted.endsWith('\n') ? readProse : readQuotation
    depth = 0
    out += mark
    for (const unit of quoted.slice(1)) read(unit)
  }

  function readQuotation(unit: string) {
    // An empty line ends what was not closed.
    if (unit === '\n' && (isBlankLine || mark === '"')) {
      read = readProse
      return readProse(unit)
    }
    out += unit
    if (unit === closingMarks[mark] && depth === 0) read = readProse
    else if (unit === closingMarks[mark]) depth -= 1
    else if (unit === mark) depth += 1
  }

  return {
    push(text) {
      out = ''
      scanner.push(text)
      return out
    },
    finish() {
      out = ''
      scanner.finish()
      if (read === readTerm) hold(quoted, true)
      sayHeld(true)
      return out
    },
  }
}

const isHan = (code: number) =>
  (code >= 0x3400 && code <= 0x9fff) ||
  (code >= 0xd800 && code <= 0xdfff) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  code === 0x3005 ||
  code === 0x3007
function hasAnyHan(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (isHan(text.charCodeAt(at))) return true
  return false
}
const isKana = (code: number) => (code >= 0x3041 && code <= 0x30ff) || (code >= 0x31f0 && code <= 0x31ff)
const isLatin = (code: number) => (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
