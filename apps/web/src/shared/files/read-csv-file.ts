import type { Language } from '@heddle/contracts/languages'
import { limits } from '@heddle/contracts/limits'
import { type Encoding, guessFileEncoding } from './decode-file.ts'

export type CsvFile = { name: string; bytes: Uint8Array; encoding: Encoding }

/** Why a file is rejected before it is sent. */
export type CsvRefusal = 'tooLarge' | 'empty' | 'spreadsheet'

// XLSX and ODS are archives; XLS is a compound file.
const spreadsheetSignatures = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

export async function readCsvFile(file: File, language: Language): Promise<CsvFile | CsvRefusal> {
  if (file.size > limits.importBytes) return 'tooLarge'
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes.length === 0) return 'empty'
  if (spreadsheetSignatures.some((signature) => signature.every((byte, index) => bytes[index] === byte))) return 'spreadsheet'
  return { name: file.name, bytes, encoding: guessFileEncoding(bytes, language) }
}
