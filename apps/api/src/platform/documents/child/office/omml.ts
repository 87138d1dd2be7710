// Formulas of Office Math, in one line.
import {
  formatAccent,
  formatFraction,
  formatMatrix,
  formatOperator,
  formatPrescripts,
  formatRoot,
  formatScripts,
} from '../linear-formula.ts'
import { childElements, findChild, readValue, textContent, type XmlElement } from './xml.ts'

const read = (element: XmlElement | undefined): string => (element ? childElements(element).map(formatOmml).join('') : '')
const readPart = (element: XmlElement, name: string) => read(findChild(element, name))
const named = (element: XmlElement, name: string) => childElements(element).filter((child) => child.name === name)
const property = (element: XmlElement, properties: string, name: string) => readValue(findChild(element, properties), name, 'm:val')

const overline = '\u0305'

function formatDelimiters(element: XmlElement): string {
  const [begin = '(', separator = '|', end = ')'] = ['m:begChr', 'm:sepChr', 'm:endChr'].map((name) => property(element, 'm:dPr', name))
  return `${begin}${named(element, 'm:e').map(read).join(separator)}${end}`
}

function formatFractionOf(element: XmlElement): string {
  const [over, under] = [readPart(element, 'm:num'), readPart(element, 'm:den')]
  // A fraction without its bar is a binomial coefficient.
  return property(element, 'm:fPr', 'm:type') === 'noBar' ? `${over} ¦ ${under}` : formatFraction(over, under)
}

const formats: Readonly<Record<string, (element: XmlElement) => string>> = {
  'm:f': formatFractionOf,
  'm:sSup': (element) => formatScripts(readPart(element, 'm:e'), '', readPart(element, 'm:sup')),
  'm:sSub': (element) => formatScripts(readPart(element, 'm:e'), readPart(element, 'm:sub'), ''),
  'm:sSubSup': (element) => formatScripts(readPart(element, 'm:e'), readPart(element, 'm:sub'), readPart(element, 'm:sup')),
  'm:sPre': (element) => formatPrescripts(readPart(element, 'm:e'), readPart(element, 'm:sub'), readPart(element, 'm:sup')),
  'm:rad': (element) => formatRoot(readPart(element, 'm:e'), readPart(element, 'm:deg')),
  'm:nary': (element) =>
    formatOperator(
      property(element, 'm:naryPr', 'm:chr') ?? '∫',
      readPart(element, 'm:sub'),
      readPart(element, 'm:sup'),
      readPart(element, 'm:e'),
    ),
  'm:limLow': (element) => formatScripts(readPart(element, 'm:e'), readPart(element, 'm:lim'), ''),
  'm:limUpp': (element) => formatScripts(readPart(element, 'm:e'), '', readPart(element, 'm:lim')),
  'm:d': formatDelimiters,
  'm:func': (element) => `${readPart(element, 'm:fName').trim()} ${readPart(element, 'm:e')}`,
  'm:m': (element) => formatMatrix(named(element, 'm:mr').map((row) => named(row, 'm:e').map(read))),
  'm:eqArr': (element) => named(element, 'm:e').map(read).join('; '),
  'm:acc': (element) => formatAccent(readPart(element, 'm:e'), property(element, 'm:accPr', 'm:chr') ?? '\u0302'),
  'm:bar': (element) => formatAccent(readPart(element, 'm:e'), overline),
  'm:oMathPara': (element) => named(element, 'm:oMath').map(read).join('\n'),
}

/** Deleted text, and properties. */
const isOmitted = (name: string) => name === 'w:del' || name === 'w:moveFrom' || /^[mwa]:\w*Pr$/.test(name)

/** Returns a formula, or a part of one, as text. */
export function formatOmml(element: XmlElement): string {
  if (isOmitted(element.name)) return ''
  if (element.name === 'm:t' || element.name === 'w:t' || element.name === 'a:t') return textContent(element)
  if (element.name === 'w:br') return ' '
  const format = Object.hasOwn(formats, element.name) ? formats[element.name] : undefined
  return format ? format(element) : read(element)
}
