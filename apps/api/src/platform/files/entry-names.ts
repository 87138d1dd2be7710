// The names in a zip that do not tell their encoding: programs take that of the system where they run.
import { guessEncoding } from './guess-encoding.ts'

/** Those of systems. Names in the encoding of the format have accented Latin letters, as `format` has them. */
const format = 'ibm850'
const encodings = new Set([format, 'big5', 'gb18030', 'shift_jis', 'euc-kr', 'windows-874', 'ibm866'])

/** Returns the probable encoding of names that are not in UTF-8: one for all, as they come from one system. Null where none is likely. */
export function guessNameEncoding(names: readonly Buffer[]): string | null {
  const bytes = Buffer.concat(names.flatMap((name) => [name, Buffer.from('\n')]))
  const encoding = guessEncoding(bytes, (asked) => encodings.has(asked))?.encoding
  return encoding === undefined || encoding === format ? null : encoding
}
