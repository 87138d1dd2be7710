// Detects the encoding of a text. New files are UTF-8; files that are decades old are not.
import { analyse } from 'chardet'
import { Refusal } from './refusal.ts'

/** Enough to detect an encoding; the whole text is then decoded strictly. */
const sampleBytes = 64 * 1024

/** The detector's names that are accepted, with the platform's names for them. */
const detectable: Readonly<Record<string, string>> = {
  Big5: 'big5',
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  GB18030: 'gb18030',
  'EUC-KR': 'euc-kr',
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function readByteOrderMark(bytes: Buffer): string | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'utf-8'
  if (bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xfe]))) return 'utf-16le'
  if (bytes.subarray(0, 2).equals(Buffer.from([0xfe, 0xff]))) return 'utf-16be'
  return null
}

const toRatio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

const thaiMarks = String.raw`\u0e31\u0e34-\u0e3a\u0e47-\u0e4e`
const thaiMark = new RegExp(`[${thaiMarks}]`, 'g')
const wellPlacedThaiMark = new RegExp(`(?<=[\\u0e01-\\u0e2e${thaiMarks}])[${thaiMarks}]`, 'g')

/** TIS-620: nearly all non-ASCII characters are Thai, and the marks follow letters that can carry them. */
function mayBeThai(text: string): boolean {
  const marks = count(text, thaiMark)
  const thai = toRatio(count(text, /[\u0e01-\u0e5b]/g), count(text, /\P{ASCII}/gu))
  return thai > 0.95 && marks > 0 && toRatio(count(text, wellPlacedThaiMark), marks) > 0.95
}

/**
 * Also tells Thai from Big5 and EUC-JP, whose first bytes are Thai consonants: there five of six Thai characters are consonants, in
 * Thai three of five, and a quarter of the characters of Big5 end in an ASCII byte.
 */
function looksThai(text: string): boolean {
  const thai = count(text, /[\u0e01-\u0e5b]/g)
  const consonants = toRatio(count(text, /[\u0e01-\u0e2e]/g), thai)
  return mayBeThai(text) && consonants < 0.75 && toRatio(count(text, /[\u0e01-\u0e5b][@-~]/g), thai) < 0.05
}

const tone = /[\u0300\u0301\u0303\u0309\u0323]/g
const wellPlacedTone = /(?<=[aeiouyăâêôơư])[\u0300\u0301\u0303\u0309\u0323]/gi
const vietnameseLetter = /[a-zăâđêôơưàáãèéìíòóõùúý]|[\u0300\u0301\u0303\u0309\u0323]/gi

/** Windows-1258 writes most tones as a mark after the vowel; in other encodings these bytes are letters at any position. */
function looksVietnamese(text: string): boolean {
  const tones = count(text, tone)
  const letters = toRatio(count(text, vietnameseLetter), count(text, /[^\s\d\p{P}\p{S}]/gu))
  return tones + count(text, /[ăđơư]/gi) > 0 && (tones === 0 || toRatio(count(text, wellPlacedTone), tones) > 0.95) && letters > 0.98
}

/** Cuts at a line end, so that no character is split. */
function takeSample(bytes: Buffer): Buffer {
  if (bytes.length <= sampleBytes) return bytes
  const end = bytes.subarray(0, sampleBytes).lastIndexOf(0x0a)
  return bytes.subarray(0, end > 0 ? end : sampleBytes)
}

function decodeLegacy(bytes: Buffer): string | null {
  const sample = takeSample(bytes)
  const decodeIf = (encoding: string, looksRight: (text: string) => boolean) =>
    looksRight(new TextDecoder(encoding).decode(sample)) ? decode(bytes, encoding) : null
  const known = decodeIf('windows-874', looksThai) ?? decodeIf('windows-1258', looksVietnamese)
  if (known !== null) return known
  for (const { name } of analyse(sample)) {
    const encoding = detectable[name]
    const text = encoding === undefined ? null : decode(bytes, encoding)
    if (text !== null) return text
  }
  return decodeIf('windows-874', mayBeThai)
}

/** All control characters but tab, line ends and form feed: binary files contain them, texts do not. */
// oxlint-disable-next-line no-control-regex
const controlCharacters = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/

/** Returns the text of a file; `hint` is the encoding that the file declares. Throws `FILE_CONTENT_MISMATCH` for other content. */
export function decodeText(bytes: Buffer, hint?: string): string {
  const marked = readByteOrderMark(bytes)
  const text =
    marked === null ? (decode(bytes, 'utf-8') ?? (hint ? decode(bytes, hint) : null) ?? decodeLegacy(bytes)) : decode(bytes, marked)
  if (text === null || controlCharacters.test(text) || text.startsWith('%PDF-') || text.startsWith(String.raw`{\rtf`))
    throw new Refusal('FILE_CONTENT_MISMATCH')
  return text
}
