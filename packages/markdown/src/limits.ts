// A model can be made to write what takes a browser seconds to format, or forever. Beyond these limits, which no honest reply comes
// near, a text is shown as it was written.

/** Of one piece: a paragraph, a group of the items of a list or of the rows of a table. */
export const maxCharacters = 16_000
/** Of a kind that a parser may have to look ahead for. */
const maxMarks = { '[': 400, $: 300, '<': 1_500, '`': 3_000 } as const
const maxDepth = 24
const maxFormulaCharacters = 1_000
const maxFormulaDepth = 40
const maxFormulaCells = 200

export const maxBlocks = 600
/** Of elements of HTML in each other: beyond it a tag is text. */
export const maxElementDepth = 8
/** Of the groups of a table's rows: more than a thousand rows. */
export const maxTableGroups = 100
export const maxDefinitionCharacters = 8_000

/** Whether a block would hold the page up. */
export function isTooMuch(block: string): boolean {
  return block.length > maxCharacters || Object.entries(maxMarks).some(([mark, max]) => hasMoreThan(block, mark, max))
}

function hasMoreThan(text: string, mark: string, max: number): boolean {
  let count = 0
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) if (++count > max) return true
  return false
}

/** Whether a formula would hold the page up. */
export function isHugeFormula(formula: string): boolean {
  if (formula.length > maxFormulaCharacters || hasMoreThan(formula, '&', maxFormulaCells)) return true
  let depth = 0
  for (const letter of formula) {
    if (letter === '{' && ++depth > maxFormulaDepth) return true
    if (letter === '}') depth -= 1
  }
  return false
}

const marker = String.raw`(?:>|(?:[-+*]|\d{1,9}[.)])(?=\s))[ \t]*`
const deepLine = new RegExp(`^[ \\t]*(?:${marker}){${maxDepth},}|^[ \\t]{${2 * maxDepth},}(?:${marker})`, 'm')
const markersOfLine = new RegExp(`^([ \\t]*(?:${marker}){0,${maxDepth - 1}})([\\s\\S]*)$`)
const isRule = /^[ \t]*(?:(?:-[ \t]*)+|(?:\*[ \t]*)+)$/

/** Keeps lists and quotes from lying in each other without end; code is left alone. */
export function limitDepth(text: string): string {
  if (!deepLine.test(text)) return text
  let fence: string | null = null
  return text
    .split('\n')
    .map((line) => {
      const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
      if (mark && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null
      if (fence !== null || isRule.test(line) || !deepLine.test(line)) return line
      const [, markers = '', rest = ''] = markersOfLine.exec(line.replace(/^[ \t]+/, (blanks) => blanks.slice(0, 2 * maxDepth - 2))) ?? []
      return new RegExp(`^${marker}`).test(rest) ? `${markers}\\${rest}` : markers + rest
    })
    .join('\n')
}
