// Finds the encoding of a text: what its server or the text itself names, else what its bytes look like. New texts are UTF-8; files and
// servers that are decades old are not.
import { analyse } from 'chardet'
import iconv from 'iconv-lite'

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

/** The names that the platform does not know, without their punctuation: of Windows' code pages, of Java and of Python. */
const aliases: Readonly<Record<string, string>> = {
  cp950: 'big5',
  ms950: 'big5',
  windows950: 'big5',
  xwindows950: 'big5',
  ms950hkscs: 'big5',
  xms950hkscs: 'big5',
  big5hkscs: 'big5',
  big5eten: 'big5',
  xbig5: 'big5',
  cp936: 'gbk',
  ms936: 'gbk',
  windows936: 'gbk',
  xmswin936: 'gbk',
  euccn: 'gbk',
  xeuccn: 'gbk',
  gb231280: 'gbk',
  cp54936: 'gb18030',
  cp932: 'shift_jis',
  windows932: 'shift_jis',
  cp943: 'shift_jis',
  cp943c: 'shift_jis',
  shiftjis: 'shift_jis',
  mskanji: 'shift_jis',
  cp51932: 'euc-jp',
  eucjp: 'euc-jp',
  ujis: 'euc-jp',
  cp949: 'euc-kr',
  ms949: 'euc-kr',
  uhc: 'euc-kr',
  euckr: 'euc-kr',
  cp874: 'windows-874',
  ms874: 'windows-874',
  xwindows874: 'windows-874',
  tis6202533: 'windows-874',
  utf8mb4: 'utf-8',
  utf8sig: 'utf-8',
  cp65001: 'utf-8',
  windows65001: 'utf-8',
}

/** Returns the platform's name of an encoding; undefined for one that is unknown. */
function findEncoding(label: string): string | undefined {
  for (const name of [label, aliases[label.toLowerCase().replaceAll(/[^a-z\d]/g, '')]]) {
    try {
      if (name !== undefined) return new TextDecoder(name).encoding
    } catch {
      // The next name.
    }
  }
  return undefined
}

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

const privateUse = /[\ue000-\uf8ff]/

/** Reads what the platform, unlike the Encoding Standard, does not know of Big5: the characters of Hong Kong and of ETEN. */
function completeBig5(bytes: Uint8Array, text: string): string {
  if (!privateUse.test(text)) return text
  const completed = iconv.decode(bytes, 'big5-hkscs')
  return completed.includes('\ufffd') ? text : completed
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return encoding === 'big5' ? completeBig5(bytes, text) : text
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

/** Of servers that name it for whatever they send; every text can be read in it, as accented letters. */
const defaultCharset = 'windows-1252'

/**
 * Returns the text of bytes by their mark, in the encoding that their server tells, as UTF-8, or in the encoding that they declare; null
 * when none fits every character.
 */
export function decodeDeclared(bytes: Buffer, told?: string): string | null {
  const marked = readByteOrderMark(bytes)
  if (marked !== null) return decode(bytes, marked)
  const declared = readDeclaredEncoding(bytes)
  const candidates = told === defaultCharset ? ['utf-8', declared, told] : [told, 'utf-8', declared]
  for (const encoding of candidates) {
    const text = encoding === undefined ? null : decode(bytes, encoding)
    if (text !== null) return text
  }
  return null
}

/** Returns the text of bytes as they are declared, else in the encoding that they look like; null when none fits. */
export const decodeBytes = (bytes: Buffer, told?: string): string | null => decodeDeclared(bytes, told) ?? decodeLegacy(bytes)

/** Of the characters beyond ASCII: in a text with fewer, some bytes are broken; with more, it is in another encoding. */
const maxBrokenShare = 0.2

function decodeBroken(bytes: Buffer, encoding: string | undefined): string | null {
  if (encoding === undefined) return null
  const text = new TextDecoder(encoding).decode(bytes)
  return toRatio(count(text, /\ufffd/g), count(text, /\P{ASCII}/gu)) <= maxBrokenShare ? text : null
}

/** Returns the text of a response. What is broken, or no text at all, has the replacement character where it cannot be read. */
export function decodeResponse(bytes: Buffer, contentType = ''): string {
  const told = readCharset(contentType)
  const declared = told ?? readDeclaredEncoding(bytes)
  return (
    decodeDeclared(bytes, told) ??
    decodeBroken(bytes, declared) ??
    decodeBroken(bytes, 'utf-8') ??
    decodeLegacy(bytes) ??
    new TextDecoder(declared).decode(bytes)
  )
}
