import { decodeBytes } from '../../files/text-encoding.ts'
import { Refusal } from './refusal.ts'

/** All control characters but tab, line ends and form feed: binary files contain them, texts do not. */
// oxlint-disable-next-line no-control-regex
const controlCharacters = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/

/** Returns the text of a file. Throws `FILE_CONTENT_MISMATCH` for other content. */
export function decodeText(bytes: Buffer): string {
  const text = decodeBytes(bytes)
  if (text === null || controlCharacters.test(text) || text.startsWith('%PDF-') || text.startsWith(String.raw`{\rtf`))
    throw new Refusal('FILE_CONTENT_MISMATCH')
  return text
}
