// The names in a zip that do not tell their encoding: programs take that of the system where they run.

type Encoding = {
  /** Of `TextDecoder`. */
  readonly label: string
  /** Returns the share of the characters beyond ASCII that are in daily use: what another encoding reads is mostly rare. */
  readonly measureCommon: (bytes: Buffer, text: string) => number
}

const isWithin = (code: number, first: number, last: number) => code >= first && code <= last

/** Counts pairs of bytes: each standard has the characters in daily use in rows of their own. */
const measurePairs = (isCommon: (lead: number, trail: number) => boolean) => (bytes: Buffer) => {
  let [pairs, common] = [0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) continue
    at += 1
    pairs += 1
    if (isCommon(lead, bytes[at] ?? 0)) common += 1
  }
  return pairs === 0 ? 0 : common / pairs
}

const thaiMarks = String.raw`\u0e31\u0e34-\u0e3a\u0e47-\u0e4e`
const commonThai = /[กขคงจชซญณดตถทธนบปผฝพฟภมยรลวศสหอ]|[\u0e30-\u0e39\u0e40-\u0e44\u0e46-\u0e4c]/gu
/** Marks follow a letter that can carry them. */
const strayThaiMark = new RegExp(`(?<![\\u0e01-\\u0e2e${thaiMarks}])[${thaiMarks}]`, 'u')

function measureThai(_: Buffer, text: string): number {
  if (strayThaiMark.test(text)) return 0
  const foreign = text.match(/\P{ASCII}/gu)?.length ?? 0
  return (text.match(commonThai)?.length ?? 0) / foreign
}

/** In the order in which equal shares win. */
const encodings: readonly Encoding[] = [
  { label: 'windows-874', measureCommon: measureThai },
  { label: 'big5', measureCommon: measurePairs((lead) => isWithin(lead, 0xa4, 0xc6)) },
  { label: 'gb18030', measureCommon: measurePairs((lead, trail) => isWithin(lead, 0xb0, 0xd7) && trail >= 0xa1) },
  { label: 'shift_jis', measureCommon: measurePairs((lead) => isWithin(lead, 0x82, 0x83) || isWithin(lead, 0x88, 0x98)) },
]

/** Below it the names are in another encoding, such as that of the format, which has accented Latin letters. */
const minCommon = 0.7

/** Returns null for bytes that are not in the encoding. */
export function decodeStrictly(bytes: Buffer, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Returns the probable encoding of names that are not in UTF-8: one for all, as they come from one system. Null where none is likely. */
export function guessNameEncoding(names: readonly Buffer[]): string | null {
  const bytes = Buffer.concat(names.flatMap((name) => [name, Buffer.from('\n')]))
  const [best] = encodings
    .map(({ label, measureCommon }) => {
      const text = decodeStrictly(bytes, label)
      return { label, common: text === null ? 0 : measureCommon(bytes, text) }
    })
    .toSorted((one, other) => other.common - one.common)
  return best && best.common >= minCommon ? best.label : null
}
