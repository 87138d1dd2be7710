// Models write formulas as `\(…\)`, `\[…\]`, `$…$` or `$$…$$`; remark-math reads only dollars, and takes any two of them for a
// formula. This brings the four to dollars, and escapes the dollars that are money.

/** Rewrites the formulas of Markdown source for remark-math; code is left alone. */
export function normaliseMath(source: string): string {
  if (!/[$]|\\[([]/.test(source)) return source
  let result = ''
  let at = 0
  while (at < source.length) {
    const { text, length } = readAt(source, at)
    result += text
    at += length
  }
  return result
}

/** Whether normalised source has a formula, so that KaTeX is needed. */
export const hasMath = (normalised: string): boolean => /(?:^|[^\\])\$/.test(normalised)

type Piece = { text: string; length: number }

function readAt(source: string, at: number): Piece {
  switch (source[at]) {
    case '`':
      return readCode(source, at)
    case '\\':
      return readEscape(source, at)
    case '$':
      return source[at + 1] === '$' ? readDisplay(source, at) : readInline(source, at)
    default:
      return readPlain(source, at)
  }
}

function readPlain(source: string, at: number): Piece {
  const rest = source.slice(at).search(/[`\\$]/)
  const text = rest === -1 ? source.slice(at) : source.slice(at, at + rest)
  return { text, length: text.length }
}

function readCode(source: string, at: number): Piece {
  const fence = /^`+/.exec(source.slice(at))?.[0] ?? '`'
  const closing = new RegExp(`[^\`](${fence})(?!\`)`).exec(source.slice(at + fence.length - 1))
  const length = closing ? fence.length - 1 + closing.index + closing[0].length : fence.length
  return { text: source.slice(at, at + length), length }
}

function readEscape(source: string, at: number): Piece {
  const opening = source[at + 1]
  if (opening === '(' || opening === '[') {
    const end = source.indexOf(opening === '(' ? '\\)' : '\\]', at + 2)
    const formula = end === -1 ? '' : source.slice(at + 2, end)
    if (formula.trim() !== '' && !/\n\s*\n/.test(formula)) {
      const text = opening === '(' ? `$${formula.trim()}$` : displayMath(formula, source, at)
      return { text, length: end + 2 - at }
    }
  }
  return { text: source.slice(at, at + 2), length: 2 }
}

/** On lines of its own it is a block, which remark-math wants fenced by lines of `$$`; inside a sentence it stays there. */
function displayMath(formula: string, source: string, at: number): string {
  const before = source.slice(source.lastIndexOf('\n', at - 1) + 1, at)
  return /^\s*$/.test(before) && formula.includes('\n') ? `$$\n${before}${formula.trim()}\n${before}$$` : `$$${formula.trim()}$$`
}

function readDisplay(source: string, at: number): Piece {
  const end = source.indexOf('$$', at + 2)
  return end === -1 ? { text: '\\$\\$', length: 2 } : { text: source.slice(at, end + 2), length: end + 2 - at }
}

/** Pandoc's rule: no space after the first dollar, none before the last, and no digit after it. */
function readInline(source: string, at: number): Piece {
  const formula = /^\$(?![\s$])(?:\\[^\n]|[^\\$\n])*?(?<!\s)\$(?!\d)/.exec(source.slice(at))?.[0]
  return formula ? { text: formula, length: formula.length } : { text: '\\$', length: 1 }
}
