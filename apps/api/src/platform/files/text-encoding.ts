// Finds the encoding of a text: what its server or the text itself names, else what its bytes look like. New texts are UTF-8; files and
// servers that are decades old are not.
import { decode, decodeStrictly, findEncoding } from './character-sets.ts'
import { guessEncoding } from './guess-encoding.ts'

/** Enough for what stands before it in pages that are not as the standard wants them, which is the first kilobyte. */
const declarationBytes = 4 * 1024

/** Returns the encoding that a page or an XML text declares; undefined when there is none or it is unknown. */
function readDeclaredEncoding(bytes: Buffer): string | undefined {
  const beginning = bytes.subarray(0, declarationBytes).toString('latin1')
  const [, label] =
    /^\s*<\?xml\s[^>]*encoding\s*=\s*["']\s*([\w.:-]+)/i.exec(beginning) ??
    /<meta\s[^>]*charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(beginning) ??
    []
  return label === undefined ? undefined : findEncoding(label)
}

/** Returns the encoding of a `content-type`; undefined when it names none, or one that is unknown. */
export function readCharset(contentType: string): string | undefined {
  const [, label] = /;\s*charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType) ?? []
  return label === undefined ? undefined : findEncoding(label)
}

function readByteOrderMark(bytes: Buffer): string | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'utf-8'
  if (bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xfe]))) return 'utf-16le'
  if (bytes.subarray(0, 2).equals(Buffer.from([0xfe, 0xff]))) return 'utf-16be'
  return null
}

const toRatio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Enough to tell UTF-16 by. */
const sampleBytes = 64 * 1024

/** What texts consist of; by the other order of bytes, line ends, blanks and digits are characters of distant scripts. */
const usual =
  /[\t\n\r\x20-\x7e\xa0-\u024f\u0370-\u052f\u0590-\u06ff\u0e01-\u0e5b\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u2070-\u22ff\u2460-\u27ff\u3000-\u30ff\u3200-\u33ff\u4e00-\u9fff\uac00-\ud7a3\uff00-\uffef]|[\ud83c-\ud87f][\udc00-\udfff]/g
const minUsual = 0.95

const lineEnds = new Set([0x09, 0x0a, 0x0d])
/** Where no byte is beyond ASCII, nearly every second one is the zero of ASCII, or the number of another alphabet. */
const minControls = 0.4

/** Texts in UTF-16 have zeros at least in their line ends, blanks and digits. */
function findUnmarkedUtf16(bytes: Buffer): string | null {
  const sample = bytes.subarray(0, sampleBytes)
  if (!sample.includes(0) || (bytes.length % 2 === 1 && bytes.length < sampleBytes)) return null
  const controls = toRatio(sample.filter((byte) => byte < 0x20 && !lineEnds.has(byte)).length, sample.length)
  if (controls < minControls && decodeStrictly(sample, 'utf-8') !== null) return null
  const [best] = ['utf-16le', 'utf-16be']
    .map((encoding) => {
      const text = decode(sample.subarray(0, sample.length & ~1), encoding)
      return { encoding, share: toRatio(count(text, usual), Array.from(text).length), ascii: count(text, /[\t\n\r -~]/g) }
    })
    .toSorted((one, other) => other.share - one.share || other.ascii - one.ascii)
  return best && best.share >= minUsual ? best.encoding : null
}

/** Those of JIS X 0208, and of its Roman letters. */
// oxlint-disable-next-line no-control-regex -- Escapes are control characters.
const shift = /\x1b(?:\$[@B]|\(J)/

/** Returns the encoding that the bytes themselves tell: by their mark, by escapes, or by their zeros. */
function findMarked(bytes: Buffer): string | null {
  const marked = readByteOrderMark(bytes) ?? findUnmarkedUtf16(bytes)
  if (marked !== null) return marked
  if (!bytes.includes(0x1b) || bytes.some((byte) => byte >= 0x80)) return null
  return shift.test(bytes.toString('latin1')) ? 'iso-2022-jp' : null
}

/** Of servers that name it for whatever they send; every text can be read in it, as accented letters. */
const defaultCharset = 'windows-1252'

export type DecodedText = {
  readonly text: string
  readonly encoding: string
  /** Whether nothing else is nearly as likely. */
  readonly isCertain: boolean
}

const certain = (text: string, encoding: string): DecodedText => ({ text, encoding, isCertain: true })

function readDeclared(bytes: Buffer, told: string | undefined): DecodedText | null {
  const marked = findMarked(bytes)
  if (marked !== null) return certain(decode(bytes, marked), marked)
  const declared = readDeclaredEncoding(bytes)
  const candidates = told === defaultCharset ? ['utf-8', declared, told] : [told, 'utf-8', declared]
  for (const encoding of candidates) {
    const text = encoding === undefined ? null : decodeStrictly(bytes, encoding)
    if (encoding !== undefined && text !== null) return certain(text, encoding)
  }
  return readBroken(bytes, told ?? declared)
}

/** Of the characters beyond ASCII: in a text with fewer, some bytes are broken; with more, it is in another encoding. */
const maxBrokenShare = 0.2

function readBroken(bytes: Buffer, encoding: string | undefined): DecodedText | null {
  if (encoding === undefined) return null
  const text = decode(bytes, encoding)
  return toRatio(count(text, /\ufffd/g), count(text, /\P{ASCII}/gu)) <= maxBrokenShare ? certain(text, encoding) : null
}

/**
 * Returns the text of bytes by their mark, in the encoding that their server tells, as UTF-8, or in the encoding that they declare; null
 * when none fits.
 */
export const decodeDeclared = (bytes: Buffer, told?: string): string | null => readDeclared(bytes, told)?.text ?? null

/** Of the logarithms of a guess: below them, texts of each language have been read in another encoding. */
const minLead = 6
const minMean = -12.5

/** Returns the text of bytes as they are declared, else in the encoding that they look like. */
export function decodeBytes(bytes: Buffer, told?: string): DecodedText {
  const declared = readDeclared(bytes, told)
  if (declared !== null) return declared
  const { encoding, lead, mean } = guessEncoding(bytes) ?? { encoding: 'utf-8', lead: 0, mean: 0 }
  return { text: decode(bytes, encoding), encoding, isCertain: lead >= minLead && mean >= minMean }
}

/** Returns the text of bytes in the encoding of that label, which has U+FFFD where it cannot be read; null for an unknown label. */
export function decodeAs(bytes: Buffer, label: string): string | null {
  const encoding = findEncoding(label)
  return encoding === undefined ? null : decode(bytes, encoding)
}

/** Returns the text of a response. What is broken, or no text at all, has the replacement character where it cannot be read. */
export const decodeResponse = (bytes: Buffer, contentType = ''): string => decodeBytes(bytes, readCharset(contentType)).text
