// Reads the strings of a workbook: those that are in a cell, and those that its cells share.
import { limits } from '@heddle/contracts/limits'
import type { Findings } from '../../findings.ts'
import { joinRaised, type RaisedPiece, type TextPosition } from '../../raised-text.ts'
import { DocumentRefusal } from '../../refusal.ts'
import type { OfficePackage } from '../package.ts'
import { decodeSymbols } from '../symbols.ts'
import { childElements, findChild, readValue, textContent, type XmlElement } from '../xml.ts'
import { readFontToggle } from './styles.ts'

/** Characters that XML cannot have are escaped: `_x000D_`; an underscore that might begin one, too. */
export const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-F]{4})_/gi, (_, hex: string) => {
        const code = Number.parseInt(hex, 16)
        return code < 0x20 && code !== 0x09 && code !== 0x0a ? ' ' : String.fromCodePoint(code)
      })
    : text

const positions: Readonly<Record<string, TextPosition>> = { superscript: 'raised', subscript: 'lowered' }

function readRun(run: XmlElement, findings: Findings): RaisedPiece[] {
  const properties = findChild(run, 'x:rPr')
  const text = decodeSymbols(
    decodeEscapes(textContent(findChild(run, 'x:t') ?? { ...run, children: [] })),
    readValue(properties, 'x:rFont', 'val'),
  )
  if (text.trim() !== '' && readFontToggle(properties, 'x:strike')) {
    findings.add('hidden', { at: text.trim() })
    return []
  }
  return [{ text, position: positions[readValue(properties, 'x:vertAlign', 'val') ?? ''] ?? 'normal' }]
}

export type CellString = {
  readonly text: string
  /** Whether it has fonts of its own, instead of that of its cell. */
  readonly isRich: boolean
}

/** Returns a string without the reading of its characters. */
export function readString(element: XmlElement, findings: Findings): CellString {
  const pieces: RaisedPiece[] = []
  let isRich = false
  for (const child of childElements(element)) {
    if (child.name === 'x:t') pieces.push({ text: decodeEscapes(textContent(child)), position: 'normal' })
    else if (child.name === 'x:r') {
      pieces.push(...readRun(child, findings))
      isRich = true
    }
  }
  return { text: joinRaised(pieces), isRich }
}

/** Returns the strings that cells refer to by their index. Throws `FILE_TOO_MANY_PAGES` beyond so many characters. */
export async function readSharedStrings(
  file: OfficePackage,
  part: string | undefined,
  findings: Findings,
  maxCharacters: number = limits.fileTextCharacters,
): Promise<CellString[]> {
  const strings: CellString[] = []
  let characters = 0
  if (part === undefined) return strings
  for await (const element of file.readXml(part, { wanted: new Set(['x:si']), ignored: new Set(['x:rPh', 'x:phoneticPr']) })) {
    const string = readString(element, findings)
    // An empty one counts too, as it takes memory.
    characters += string.text.length + 1
    if (characters > maxCharacters) throw new DocumentRefusal('FILE_TOO_MANY_PAGES')
    strings.push(string)
  }
  return strings
}
