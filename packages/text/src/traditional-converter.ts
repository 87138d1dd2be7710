// Turns a model's Simplified Chinese into Traditional Chinese as Taiwan writes it, while it streams. Every decision depends on
// the text alone and never on where it was cut.
//
// The text is read clause by clause. One without a character that only Simplified text has is not touched, unless the clause
// before was Simplified: so Traditional text comes out as it went in, though many characters (台, 里, 只, 干 …) are of both.
//
// Left alone: code, URLs and where links lead, formulas, HTML tags, Japanese, and quotations: block quotes, and what is between
// quotation marks and longer than a term. A quoted term is left alone in a Traditional text, where it is there to be seen, and
// converted with a Simplified one, where the marks only stress it.
import type { TextFilter } from './text-filter.ts'
import { loadTraditionalDictionary, onlySimplified, onlyTraditional, type TraditionalDictionary } from './traditional-dictionary.ts'

/** UTF-16 units that are held back at most until a clause is looked at. */
const maxHeld = 64
/** Units of a Latin word that may begin a phrase (U盘, SQL注入). */
const maxLatin = 12
/** What is longer than that between quotation marks is a quotation. */
const longestTerm = 12
/** A tag that goes on for longer is none. */
const longestTag = 1_000

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
  /** What may be said. */
  let out = ''
  /** The clause that is being read, with the quoted terms in it. */
  let held: Part[] = []
  let heldLength = 0
  let hasHan = false
  let script: 'simplified' | 'traditional' | null = null
  let isJapanese = false

  let place: Place = prose
  /** The line so far, as far as it can open or close a block. */
  let line = ''
  let previous = ''

  // What the places remember; each only while it is open.
  let ticks = 0
  let run = 0
  let fence = ''
  let isInfoLine = false
  let closing = ''
  let depth = 0
  let length = 0
  let quoted = ''
  let mark = ''
  let isHost = false
  let nestedMark = ''

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

  function open(next: Place) {
    place = next
    length = 0
    depth = 0
  }

  /** Something begins that is not to be read: what is held cannot wait for it. */
  function leaveProse(next: Place) {
    sayHeld(true)
    open(next)
  }

  function prose(unit: string) {
    const code = unit.charCodeAt(0)
    if (isHan(code) || isKana(code)) {
      hasHan = true
      hold(unit)
      if (heldLength >= maxHeld) sayBeginning()
      return
    }
    if (isLatin(code)) {
      hold(unit)
      if (heldLength >= (hasHan ? maxHeld : maxLatin)) (hasHan ? sayBeginning : sayAsIs)()
      return
    }
    if (unit === '`' && previous !== '\\') {
      leaveProse(openingTicks)
      run = 1
    } else if (unit === '~' && /^[ \t]*~~$/.test(line)) {
      leaveProse(fenced)
      fence = '~'
      ticks = 3
      isInfoLine = true
    } else if (unit === '>' && /^[ \t]*$/.test(line)) leaveProse(blockQuote)
    else if (unit === '$' && previous !== '\\') {
      leaveProse(formula)
      closing = '$'
    } else if ((unit === '(' || unit === '[') && previous === '\\') {
      leaveProse(formula)
      closing = unit === '(' ? '\\)' : '\\]'
    } else if (unit === '<') {
      leaveProse(tag)
      mark = ''
    } else if (unit === '(' && previous === ']') leaveProse(link)
    else if (unit === '/' && previous === '/' && /[a-z]:\/$/i.test(line)) {
      leaveProse(url)
      isHost = true
    } else if (unit === '.' && /(?:^|[^a-z0-9])www$/i.test(line)) {
      leaveProse(url)
      isHost = true
    } else if (closingMarks[unit] && !(unit === '"' && isLatin(previous.charCodeAt(0)))) {
      sayHeld(false)
      open(quotation)
      closing = closingMarks[unit] ?? ''
      mark = unit
      quoted = unit
      return
    } else if (heldLength > 0 && (unit === ' ' || unit === '、' || unit === '·' || unit === '-') && hasHan) {
      hold(unit)
      if (heldLength >= maxHeld) sayBeginning()
      return
    } else if (heldLength > 0) {
      hold(unit)
      sayHeld(heldLength >= maxHeld)
      if (unit === '\n') isJapanese = false
      return
    }
    out += unit
  }

  /** Counts backticks: three at the beginning of a line open a block, others a span. */
  function openingTicks(unit: string) {
    if (unit === '`') {
      run += 1
      out += unit
      return
    }
    ticks = run
    run = 0
    if (ticks >= 3 && /^[ \t]*`+$/.test(line)) {
      fence = '`'
      isInfoLine = true
      open(fenced)
    } else open(span)
    place(unit)
  }

  function fenced(unit: string) {
    out += unit
    if (unit === '`' && fence === '`' && isInfoLine) {
      // ```code``` on one line is a span.
      open(span)
      run = 1
      return
    }
    if (unit !== '\n') return
    const end = new RegExp(`^[ \\t>]*\\${fence}{${ticks},}[ \\t\\r]*$`)
    if (!isInfoLine && end.test(line)) open(prose)
    isInfoLine = false
  }

  function span(unit: string) {
    if (unit === '`') run += 1
    else {
      const isEnd = run === ticks
      run = 0
      if (isEnd || (ticks < 3 && endsParagraph(unit))) {
        open(prose)
        return prose(unit)
      }
    }
    out += unit
  }

  function blockQuote(unit: string) {
    out += unit
    if (unit === '\n') open(prose)
  }

  function formula(unit: string) {
    length += 1
    if (closing === '$' && length === 1 && unit === '$') {
      closing = '$$'
      out += unit
      return
    }
    // An amount of money: there are no words in a formula but in braces.
    if ((depth === 0 && isHan(unit.charCodeAt(0))) || endsParagraph(unit) || (unit === '\n' && closing === '$')) {
      open(prose)
      return prose(unit)
    }
    out += unit
    if (unit === '{') depth += 1
    if (unit === '}') depth = Math.max(0, depth - 1)
    const isEnd = closing.length === 1 ? unit === closing && previous !== '\\' : previous + unit === closing && length > 2
    if (isEnd || (closing.startsWith('\\') && previous + unit === closing)) open(prose)
  }

  function tag(unit: string) {
    length += 1
    const isNoTag = length === 1 ? !/[a-z/!]/i.test(unit) : mark === '' && !isHost && isHan(unit.charCodeAt(0))
    if (length === 1) isHost = false
    if (isNoTag || length > longestTag || endsParagraph(unit)) {
      open(prose)
      return prose(unit)
    }
    out += unit
    // Not a tag but an address between < and >.
    if (unit === '/' && previous === '/') isHost = true
    if (mark === '' && (unit === '"' || unit === "'")) mark = unit
    else if (unit === mark) mark = ''
    else if (mark === '' && unit === '>') open(prose)
  }

  function link(unit: string) {
    if (unit === '\n') {
      open(prose)
      return prose(unit)
    }
    out += unit
    if (unit === '(') depth += 1
    if (unit !== ')') return
    if (depth === 0) open(prose)
    depth -= 1
  }

  function url(unit: string) {
    if (unit === '(') depth += 1
    if (unit === '/') isHost = false
    const isOther = isHan(unit.charCodeAt(0)) && (isHost || previous === '*' || previous === ')')
    if (isOther || /[\s<>"`|\u3000-\u3003\u3008-\u301b“”‘’…\uff00-\uff0f\uff1a-\uff20]/.test(unit) || (unit === ')' && depth === 0)) {
      open(prose)
      return prose(unit)
    }
    if (unit === ')') depth -= 1
    out += unit
  }

  /** Between quotation marks: a term, until it is longer. */
  function quotation(unit: string) {
    quoted += unit
    if (unit === closing && depth === 0) {
      open(prose)
      hold(quoted, true)
      hasHan ||= hasAnyHan(quoted)
      sayHeld(heldLength >= maxHeld)
      return
    }
    if (quoted.length <= longestTerm + 1 && !/[。！？，；\n`<$]/.test(unit)) return
    sayHeld(true)
    const rest = quoted
    quoted = ''
    if (unit === '\n') {
      // Nothing was quoted: it is an inch, or a mark too many.
      open(prose)
      out += mark
      for (const read of rest.slice(1)) place(read)
      return
    }
    nestedMark = mark
    open(original)
    // The first mark has opened it.
    out += rest.slice(0, 1)
    for (const read of rest.slice(1)) place(read)
  }

  function original(unit: string) {
    if (endsParagraph(unit) || (unit === '\n' && nestedMark === '"')) {
      open(prose)
      return prose(unit)
    }
    out += unit
    if (unit === closing && depth === 0) open(prose)
    else if (unit === closing) depth -= 1
    else if (unit === nestedMark) depth += 1
  }

  /** An empty line ends whatever was not closed. */
  const endsParagraph = (unit: string) => unit === '\n' && /^[ \t\r]*$/.test(line)

  return {
    push(text) {
      out = ''
      for (let at = 0; at < text.length; at += 1) {
        const unit = text.charAt(at)
        place(unit)
        previous = unit
        if (unit === '\n') line = ''
        else if (line.length < 256) line += unit
        else line = line.slice(-64) + unit
      }
      return out
    },
    finish() {
      out = ''
      if (place === quotation) {
        hold(quoted, true)
        quoted = ''
      }
      sayHeld(true)
      return out
    },
  }
}

type Place = (unit: string) => void

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
