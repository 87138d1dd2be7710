// Models write formulas as `\(…\)`, `\[…\]`, `$…$`, `$$…$$` or environments of amsmath; remark-math reads only dollars, and takes any two
// of them for a formula. This brings all to dollars, and escapes the dollars that are money.
import { scanProse, type SegmentKind } from '@heddle/text/prose/prose-scanner'
import { hideDollars, hidePipes } from '../syntax/hidden-marks.ts'
import { escapeCodePipes, findTableRows } from '../tables/table-rows.ts'

/** Rewrites the formulas of Markdown source for remark-math, and what is in the cells of its tables; the rest is left alone. */
export function normaliseMath(source: string): string {
  const isRow = source.includes('|') && /[$`]|\\\(/.test(source) ? findTableRows(source) : null
  if (!isRow && !/[$]|\\[([b]/.test(source)) return source
  const segments = scanProse(source)
  let result = ''
  /** What the line has so far. */
  let line = ''
  let lineNumber = 0
  let previous: SegmentKind = 'prose'
  for (const [index, { kind, text }] of segments.entries()) {
    const isCell = isRow?.[lineNumber] ?? false
    // The dollars of two formulas must not become one mark.
    if (kind === 'formula' && previous === 'formula') result += ' '
    if (kind === 'formula') {
      const isAlone = lineOpening.test(line) && /^[ \t]*(?:\n|$)/.test(segments[index + 1]?.text ?? '')
      const formula = rewriteFormula(text, line, isAlone)
      result += isCell ? hidePipes(formula) : formula
    } else if (kind === 'prose') result += escapeDollars(text)
    else result += kind === 'code' && isCell && !text.includes('\n') ? escapeCodePipes(text) : text
    const lineAt = text.lastIndexOf('\n') + 1
    line = lineAt === 0 ? line + text : text.slice(lineAt)
    if (isRow && lineAt > 0) lineNumber += text.split('\n').length - 1
    previous = kind
  }
  return result
}

/** Whether normalised source has a formula, so that KaTeX is needed. */
export const hasMath = (normalised: string): boolean => /(?:^|[^\\])\$/.test(normalised)

/** The marks of quotes and list items. */
const lineOpening = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*$/

/** `before` is what the line has before the formula. One that is not closed yet is text. */
function rewriteFormula(formula: string, before: string, isAlone: boolean): string {
  if (formula.startsWith('\\(')) return `$${hideDollars(joinLines(formula.slice(2, -2), before))}$`
  if (/^\$(?!\$)/.test(formula)) return `$${hideDollars(formula.slice(1, -1))}$`
  const [, inner] = /^(?:\$\$|\\\[)([\s\S]+)(?:\$\$|\\\])$/.exec(formula) ?? /^(\\begin[\s\S]+\\end\{[a-zA-Z]+\*?\})$/.exec(formula) ?? []
  if (inner === undefined) return escapeDollars(formula)
  return isAlone ? writeBlock(inner, before) : writeInLine(inner, before)
}

const escapeDollars = (text: string) => text.replaceAll('$', String.raw`\$`)

/** On lines of its own it is a block, which remark-math wants fenced by lines of `$$`. */
function writeBlock(formula: string, before: string): string {
  const margin = before.replaceAll(/[^>\s]/g, ' ')
  return `$$\n${margin}${formula.trim()}\n${margin}$$`
}

/** Inside a sentence it stays there. */
function writeInLine(formula: string, before: string): string {
  const line = joinLines(formula, before)
  return `$$${/^\$|\$\$|\$$/.test(line) ? hideDollars(line) : line}$$`
}

/** Within a paragraph, the line of a formula must not begin a list, nor end the formula. */
const joinLines = (formula: string, before: string) => formula.trim().replaceAll(/^\s*>/.test(before) ? /\s*\n[\s>]*/g : /\s*\n\s*/g, ' ')
