// Formulas of web pages, in one line.
import type { PageElement } from './page-element.ts'
import {
  formatAccent,
  formatFraction,
  formatMatrix,
  formatOperator,
  formatPrescripts,
  formatRoot,
  formatScripts,
} from '../linear-formula.ts'

const read = (element: PageElement | undefined): string => (element ? formatMathml(element) : '')
const readAll = (elements: readonly PageElement[]): string => elements.map(formatMathml).join('')
const isOperator = (text: string) => /^[∑∏∐∫∬∭∮⋃⋂]$/u.test(text.trim())

/** Signs above a letter, as combining characters. */
const accents = new Map([
  ['^', '\u0302'],
  ['~', '\u0303'],
  ['\u00af', '\u0305'],
  ['\u203e', '\u0305'],
  ['\u02d9', '\u0307'],
  ['\u00a8', '\u0308'],
  ['\u2192', '\u20d7'],
])

function formatLimits(base: string, below: string, above: string): string {
  if (isOperator(base)) return `${formatOperator(base, below, above, '')} `
  const accent = below === '' ? accents.get(above.trim()) : undefined
  if (accent !== undefined) return formatAccent(base, accent)
  return formatScripts(base, below, above)
}

function formatMultiscripts(parts: readonly PageElement[]): string {
  const [base, ...scripts] = parts
  const split = scripts.findIndex(({ tagName }) => tagName.toLowerCase() === 'mprescripts')
  const after = split === -1 ? scripts : scripts.slice(0, split)
  const before = split === -1 ? [] : scripts.slice(split + 1)
  const formatted = formatScripts(read(base), read(after[0]), read(after[1]))
  return before.length > 0 ? formatPrescripts(formatted, read(before[0]), read(before[1])) : formatted
}

function formatFenced(element: PageElement, parts: readonly PageElement[]): string {
  const separators = Array.from((element.getAttribute('separators') ?? ',').replaceAll(/\s/g, ''))
  const content = parts.map(
    (part, index) => `${index > 0 ? (separators[Math.min(index - 1, separators.length - 1)] ?? '') : ''}${read(part)}`,
  )
  return `${element.getAttribute('open') ?? '('}${content.join('')}${element.getAttribute('close') ?? ')'}`
}

/** Returns a formula, or a part of one, as text. */
export function formatMathml(element: PageElement): string {
  const parts = Array.from(element.children)
  const [first, second, third] = parts
  switch (element.tagName.toLowerCase()) {
    case 'mi':
    case 'mn':
    case 'mo':
    case 'mtext':
    case 'ms':
      // Invisible signs say that something is multiplied or applied.
      return element.textContent
        .replaceAll(/[\u2061-\u2064]/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim()
    case 'mspace':
      return ' '
    case 'mfrac':
      return formatFraction(read(first), read(second))
    case 'msup':
      return formatScripts(read(first), '', read(second))
    case 'msub':
      return formatScripts(read(first), read(second), '')
    case 'msubsup':
      return formatLimits(read(first), read(second), read(third))
    case 'munder':
      return formatLimits(read(first), read(second), '')
    case 'mover':
      return formatLimits(read(first), '', read(second))
    case 'munderover':
      return formatLimits(read(first), read(second), read(third))
    case 'msqrt':
      return formatRoot(readAll(parts))
    case 'mroot':
      return formatRoot(read(first), read(second))
    case 'mmultiscripts':
      return formatMultiscripts(parts)
    case 'mfenced':
      return formatFenced(element, parts)
    case 'mtable':
      return formatMatrix(parts.map((row) => Array.from(row.children, formatMathml)))
    case 'annotation':
    case 'annotation-xml':
    case 'mphantom':
      return ''
    default:
      return readAll(parts)
  }
}
