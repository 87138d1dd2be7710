// Which pieces of two or three characters a text may have: two bits for each, which it shares with other pieces (superimposed
// coding: C. S. Roberts, "Partial-match retrieval via the method of superimposed codes", 1979).

/** Bits of a signature: as many as `chat_text.signature` has. */
const signatureBits = 16_384
const bitMask = signatureBits - 1
const secondBitShift = 14

/** Han, Kana and Hangul begin here: two of them say as much as three letters. */
const wideFrom = 0x2e80
/** Spaces and controls are below: no piece contains one. */
const narrowFrom = 0x21

const isWide = (point: number) => point >= wideFrom
const isNarrow = (point: number) => point >= narrowFrom && point < wideFrom

const rotate = (word: number, bits: number) => (word << bits) | (word >>> (32 - bits))

// MurmurHash3_x86_32 (Austin Appleby, public domain) of 32-bit words, with seed 0.
function absorb(hash: number, word: number): number {
  const scrambled = Math.imul(rotate(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593)
  return (Math.imul(rotate(hash ^ scrambled, 13), 5) + 0xe6546b64) | 0
}

function finish(hash: number, words: number): number {
  const spread = hash ^ (words * 4)
  const first = Math.imul(spread ^ (spread >>> 16), 0x85ebca6b)
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35)
  return second ^ (second >>> 16)
}

const hashPair = (a: number, b: number) => finish(absorb(absorb(0, a), b), 2)
const hashTriple = (a: number, b: number, c: number) => finish(absorb(absorb(absorb(0, a), b), c), 3)

/**
 * Returns the signature of a folded text, 2,048 bytes with the first bit in front. The signature of a text has every bit of
 * the signature of each of its parts, so that a keyword with another bit is not in the text. Signatures are stored: a change
 * of this function has to rewrite them.
 */
export function computeSignature(text: string): Uint8Array {
  const signature = new Uint8Array(signatureBits / 8)
  function setBit(index: number) {
    signature[index >> 3] = (signature[index >> 3] ?? 0) | (0x80 >> (index & 7))
  }
  function addPiece(hash: number) {
    setBit(hash & bitMask)
    setBit((hash >> secondBitShift) & bitMask)
  }

  let beforeLast = 0
  let last = 0
  for (let index = 0; index < text.length; index++) {
    const point = text.codePointAt(index) ?? 0
    if (point > 0xffff) index += 1
    if (isWide(point) && isWide(last)) addPiece(hashPair(last, point))
    if (isNarrow(point) && isNarrow(last) && isNarrow(beforeLast)) addPiece(hashTriple(beforeLast, last, point))
    beforeLast = last
    last = point
  }
  return signature
}
