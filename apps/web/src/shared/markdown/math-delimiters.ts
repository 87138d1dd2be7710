// Models write formulas as `\(…\)`, `\[…\]`, `$…$` or `$$…$$`; remark-math reads only dollars, and takes any two of them for a
// formula. This brings the four to dollars, and escapes the dollars that are money.
import { scanProse, type SegmentKind } from '@heddle/text/prose/prose-scanner'

/** Rewrites the formulas of Markdown source for remark-math; what is neither formula nor prose is left alone. */
export function normaliseMath(source: string): string {
  if (!/[$]|\\[([]/.test(source)) return source
  let result = ''
  /** What the line has so far. */
  let line = ''
  let previous: SegmentKind = 'prose'
  for (const { kind, text } of scanProse(source)) {
    // The dollars of two formulas must not become one mark.
    if (kind === 'formula' && previous === 'formula') result += ' '
    if (kind === 'formula') result += rewriteFormula(text, line)
    else result += kind === 'prose' ? escapeDollars(text) : text
    const lineAt = text.lastIndexOf('\n') + 1
    line = lineAt === 0 ? line + text : text.slice(lineAt)
    previous = kind
  }
  return result
}

/** Whether normalised source has a formula, so that KaTeX is needed. */
export const hasMath = (normalised: string): boolean => /(?:^|[^\\])\$/.test(normalised)

/** `before` is what the line has before the formula. One that is not closed yet is text. */
function rewriteFormula(formula: string, before: string): string {
  const isClosed = formula.length > 4 && /(?:\$\$|\\\])$/.test(formula)
  const inner = formula.slice(2, -2)
  if (formula.startsWith('\\(')) return `$${hideDollars(joinLines(inner, before))}$`
  if (formula.startsWith('\\[')) return isClosed ? rewriteBrackets(inner, before) : formula
  if (formula.startsWith('$$')) return isClosed ? rewriteDollars(formula, before) : escapeDollars(formula)
  return `$${hideDollars(formula.slice(1, -1))}$`
}

const escapeDollars = (text: string) => text.replaceAll('$', String.raw`\$`)

/** To remark-math, a dollar ends a formula even behind a backslash. */
const hideDollars = (formula: string) => formula.replaceAll(/\\?\$/g, String.raw`{\char36}`)

/** On lines of its own it is a block, which remark-math wants fenced by lines of `$$`; inside a sentence it stays there. */
function rewriteBrackets(formula: string, before: string): string {
  const isBlock = before.trim() === '' && formula.includes('\n')
  if (isBlock) return `$$\n${before}${formula.trim()}\n${before}$$`
  return writeInLine(formula, before)
}

function rewriteDollars(formula: string, before: string): string {
  const isBlock = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*$/.test(before)
  return isBlock ? formula : writeInLine(formula.slice(2, -2), before)
}

function writeInLine(formula: string, before: string): string {
  const line = joinLines(formula, before)
  return `$$${/^\$|\$\$|\$$/.test(line) ? hideDollars(line) : line}$$`
}

/** Within a paragraph, the line of a formula must not begin a list, nor end the formula. */
const joinLines = (formula: string, before: string) => formula.trim().replaceAll(/^\s*>/.test(before) ? /\s*\n[\s>]*/g : /\s*\n\s*/g, ' ')
