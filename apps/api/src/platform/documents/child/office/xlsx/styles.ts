// Reads what the styles of a workbook say of the meaning of cells: their number formats, and fonts that strike out or have signs of their own.
import type { OfficePackage } from '../package.ts'
import { childElements, findChild, type XmlElement } from '../xml.ts'
import { timeOrDate } from './numbers.ts'

export type CellFormat = {
  readonly code: string
  readonly isStruck: boolean
  readonly font: string | undefined
}

/** Formats that have a number only (ISO/IEC 29500-1, 18.8.30); a currency would be that of the reader's machine. */
const builtInCodes = new Map<number, string>(
  Object.entries({
    '0': [1, 59],
    '0.00': [2, 60],
    '#,##0': [3, 61],
    '#,##0.00': [4, 62],
    '#,##0_);(#,##0)': [5, 6, 37, 38, 41, 42],
    '#,##0.00_);(#,##0.00)': [7, 8, 39, 40, 43, 44],
    '0%': [9, 67],
    '0.00%': [10, 68],
    '0.00E+00': [11],
    '# ?/?': [12, 69],
    '# ??/??': [13, 70],
    'yyyy/m/d': [14, 15, 16, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58, 71, 72, 73, 81],
    'yyyy/m': [17, 74],
    'h:mm': [18, 20, 75],
    'h:mm:ss': [19, 21, 32, 33, 76],
    'yyyy/m/d h:mm': [22, 77],
    [timeOrDate]: [34, 35, 55, 56],
    'mm:ss': [45, 78],
    '[h]:mm:ss': [46, 79],
    'mm:ss.0': [47, 80],
    '##0.0E+0': [48],
    '@': [49],
  }).flatMap(([code, ids]) => ids.map((id) => [id, code] as const)),
)

export const isOn = (value: string | undefined) => /^(?:1|true|on)$/.test(value ?? '')

/** Whether a toggle of a font is there and on. */
export function readFontToggle(properties: XmlElement | undefined, name: string): boolean {
  const element = findChild(properties, name)
  return element !== undefined && isOn(element.attributes['val'] ?? '1')
}

const plain: CellFormat = { code: 'General', isStruck: false, font: undefined }

/** Returns a function that finds the format of a cell by its `s`; one that the workbook does not have is plain. */
export async function readCellFormats(file: OfficePackage, part: string | undefined) {
  const lists = new Map<string, XmlElement[]>()
  if (part !== undefined) {
    for await (const list of file.readXml(part, { wanted: new Set(['x:numFmts', 'x:fonts', 'x:cellXfs']) }))
      lists.set(list.name, childElements(list))
  }
  const codes = new Map((lists.get('x:numFmts') ?? []).map(({ attributes }) => [attributes['numFmtId'], attributes['formatCode']]))
  const fonts = (lists.get('x:fonts') ?? []).map((font) => ({
    isStruck: readFontToggle(font, 'x:strike'),
    font: findChild(font, 'x:name')?.attributes['val'],
  }))
  const formats = (lists.get('x:cellXfs') ?? []).map(({ attributes: { numFmtId = '0', fontId = '0' } }): CellFormat => {
    const code = codes.get(numFmtId) ?? builtInCodes.get(Number(numFmtId)) ?? plain.code
    return { ...plain, ...fonts[Number(fontId)], code }
  })
  return (index: string | undefined): CellFormat => formats[Number(index ?? 0)] ?? plain
}
