import type { ReadingSettings } from '@heddle/contracts/document/reading'
import { decodeAs, type DecodedText, decodeBytes } from '../../../files/text-encoding.ts'
import { excerptLine } from '../excerpt.ts'
import type { Findings } from '../findings.ts'
import { DocumentRefusal } from '../refusal.ts'

/* oxlint-disable no-control-regex -- They are what is looked for. */

/** Sequences of terminals: colors, cursors and titles (ECMA-48, 5.4 and 5.6). */
const terminalSequences = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])/g

/** All control characters but tab, line ends and form feed. */
const controlCharacters = /[\x00-\x08\x0b\x0e-\x1f\x7f]/g

/** Of a text at most: binary files have many different ones, or many. */
const maxControlKinds = 5
const maxControlShare = 0.2

const binarySignatures = /^(?:%PDF-|\{\\rtf|PK\x03\x04|\x89PNG|GIF8|\x7fELF)/

/** Of printers and of devices: vertical tabs and the ends of records end lines, those of units part columns. */
const replaceControls = (text: string) =>
  text
    .replaceAll(/[\x0b\x1c-\x1e]/g, '\n')
    .replaceAll('\x1f', '\t')
    // Printed twice, to be bold.
    .replaceAll(/[^\n]\x08/g, '')

/* oxlint-enable no-control-regex */

/** Throws `FILE_CONTENT_MISMATCH` for what is no text. */
function cleanControls(source: string): string {
  const written = source.replace(/\0+$/, '').replaceAll(terminalSequences, '')
  const kinds = new Set(written.match(controlCharacters))
  const text = kinds.size === 0 ? written : replaceControls(written)
  const controls = text.match(controlCharacters)?.length ?? 0
  const isBinary =
    binarySignatures.test(text) || kinds.has('\0') || kinds.size > maxControlKinds || controls > Math.max(text.length * maxControlShare, 1)
  if (isBinary) throw new DocumentRefusal('FILE_CONTENT_MISMATCH')
  return text.replaceAll(controlCharacters, '')
}

function decode(bytes: Buffer, label: string | undefined): DecodedText {
  if (label === undefined) return decodeBytes(bytes)
  const text = decodeAs(bytes, label)
  if (text === null) throw new DocumentRefusal('FILE_ENCODING_UNKNOWN')
  return { text, encoding: label, isCertain: true }
}

/** A character that is cut where the file ends. */
const cutCharacter = /\ufffd$/

/**
 * Returns the text of a file, without control characters, and its encoding. Throws `FILE_CONTENT_MISMATCH` for other content, and
 * `FILE_ENCODING_UNKNOWN` for an encoding that was chosen and does not exist.
 */
export function decodeFile(bytes: Buffer, label: string | undefined): DecodedText {
  const decoded = decode(bytes, label)
  return { ...decoded, text: cleanControls(decoded.encoding.startsWith('utf-') ? decoded.text.replace(cutCharacter, '') : decoded.text) }
}

/** Returns the text of a file as `decodeFile` does. An uncertain encoding is found. */
export function decodeText(bytes: Buffer, { encoding }: ReadingSettings, findings: Findings): string {
  const { text, isCertain } = decodeFile(bytes, encoding)
  if (!isCertain) findings.add('encoding_uncertain', { at: excerptLine(text, text.search(/\P{ASCII}/u)) })
  return text
}
