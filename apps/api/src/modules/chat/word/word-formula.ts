// Formulas as Word's own.
import type { Language } from '@heddle/contracts/languages'
import { Math as WordMath, type ParagraphChild, TextRun } from 'docx'
import { latexToMath } from 'docx/math'
import { markCode } from './word-style.ts'
import { cleanText } from './word-text.ts'

const maxCharacters = 1_000

const token = /\\[a-zA-Z]+|\\[^]|[^]/gu
const closings: Readonly<Record<string, string>> = { '(': ')', '[': ']' }
/** Behind them a bracket has its size. */
const sizes = /^\\(?:left|right|middle|[bB]igg?[lrm]?)$/

/**
 * Makes the brackets that have a power or an index, as in `(a+b)^2`, one thing. Else the closing one alone is the base, which
 * LibreOffice shows as an error.
 */
function pairBrackets(tex: string): string {
  const tokens = tex.match(token) ?? []
  const open: { readonly text: string; readonly at: number }[] = []
  for (const [at, text] of tokens.entries()) {
    const isSized = sizes.test(tokens[at - 1] ?? '')
    if (text === '{' || (text in closings && !isSized)) open.push({ text, at })
    // A bracket around a cell or a line of a matrix is no pair.
    else if (text === '&' || text === String.raw`\\`) open.length = open.findLastIndex((each) => each.text === '{') + 1
    else if (text === '}')
      open.length = Math.max(
        0,
        open.findLastIndex((each) => each.text === '{'),
      )
    else if (closings[open.at(-1)?.text ?? ''] === text && !isSized) {
      const { at: from } = open.pop() ?? { at }
      if (!/^[\^_]$/.test(tokens.slice(at + 1).find((next) => next.trim() !== '') ?? '')) continue
      tokens[from] = String.raw`\left${tokens[from]}`
      tokens[at] = String.raw`\right${text}`
    }
  }
  return tokens.join('')
}

/** Returns a formula as Word's own; one that it cannot have, as its source. */
export function writeFormula(source: string, language: Language): ParagraphChild {
  const tex = cleanText(source)
  if (tex.length <= maxCharacters) {
    try {
      return new WordMath({ children: [...latexToMath(pairBrackets(tex))] })
    } catch {
      // A command that it does not know.
    }
  }
  return new TextRun({ text: tex, ...markCode(language) })
}
