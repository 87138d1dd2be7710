// The encodings of texts: their names, and their characters where the platform does not know all of them.
import { createRequire } from 'node:module'

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
  cp850: 'ibm850',
  ibm850: 'ibm850',
  cp852: 'ibm852',
  ibm852: 'ibm852',
}

/** Loaded on use: nearly all texts are in an encoding of the platform, and most of them are shorter than its tables. */
const loadIconv = () => createRequire(import.meta.url)('iconv-lite') as typeof import('iconv-lite')

/** Those that the library reads: of DOS, which the platform does not know, and of Korea, of which it knows a part. */
const ofLibrary: Readonly<Record<string, string>> = { ibm850: 'cp850', ibm852: 'cp852', 'euc-kr': 'cp949' }

/** Returns our name of an encoding, which is the platform's if it has one; undefined for one that is unknown. */
export function findEncoding(label: string): string | undefined {
  const alias = aliases[label.toLowerCase().replaceAll(/[^a-z\d]/g, '')]
  if (alias !== undefined && alias in ofLibrary) return alias
  for (const name of [label, alias]) {
    try {
      if (name !== undefined) return new TextDecoder(name).encoding
    } catch {
      // The next name.
    }
  }
  return undefined
}

let additions: ReadonlyMap<string, string> | undefined

/** Returns the characters of ETEN and of Hong Kong by those of private use that the platform reads instead. */
function listBig5Additions(): ReadonlyMap<string, string> {
  const pairs: number[] = []
  for (let lead = 0x81; lead <= 0xfe; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) if (trail < 0x7f || trail > 0xa0) pairs.push(lead, trail, 0x0a)
  }
  const bytes = Buffer.from(pairs)
  const complete = loadIconv().decode(bytes, 'big5-hkscs').split('\n')
  const ofPlatform = new TextDecoder('big5').decode(bytes).split('\n')
  return new Map(
    ofPlatform.flatMap((character, index) => {
      const known = complete[index] ?? '\ufffd'
      return /^[\ue000-\uf8ff]$/.test(character) && !/[\ue000-\uf8ff\ufffd]/.test(known) ? [[character, known]] : []
    }),
  )
}

function completeBig5(text: string): string {
  return text.replaceAll(/[\ue000-\uf8ff]/g, (character) => {
    additions ??= listBig5Additions()
    return additions.get(character) ?? character
  })
}

/** Returns the text of bytes in an encoding that `findEncoding` names, with U+FFFD for what is not in it. */
export function decode(bytes: Uint8Array, encoding: string): string {
  const library = ofLibrary[encoding]
  if (library !== undefined) return loadIconv().decode(bytes, library)
  const text = new TextDecoder(encoding).decode(bytes)
  return encoding === 'big5' ? completeBig5(text) : text
}

/** Returns null for bytes that are not in the encoding. */
export function decodeStrictly(bytes: Uint8Array, encoding: string): string | null {
  if (encoding in ofLibrary) {
    const text = decode(bytes, encoding)
    return text.includes('\ufffd') ? null : text
  }
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return encoding === 'big5' ? completeBig5(text) : text
  } catch {
    return null
  }
}
