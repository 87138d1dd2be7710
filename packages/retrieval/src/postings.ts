// What the lexical index stores, as bytes: which chunks of a source have a term and how often, and how long the chunks are.
import { hash } from 'node:crypto'

/** Chunks of a source, which are numbered from 0. */
export const maxChunks = 0x1_00_00
/** Bytes of a posting: two of the chunk's number, little-endian, and one of the term's frequency in it. */
export const postingBytes = 3

const maxFrequency = 0xff
const maxLength = 0xff_ff

export type Posting = { readonly chunk: number; readonly frequency: number }

/**
 * Returns the key of a term: the first eight bytes of the SHA-1 of its UTF-8, as the signed big-endian number that a `bigint` of
 * PostgreSQL holds. Of 10 million terms two have the same key with a probability of 3 in a million.
 */
export const hashTerm = (term: string): bigint => hash('sha1', term, 'buffer').readBigInt64BE(0)

/** Returns the postings of one term in one source as bytes, three each; a frequency above 255 is stored as 255. */
export function encodePostings(postings: readonly Posting[]): Uint8Array {
  const bytes = new Uint8Array(postings.length * postingBytes)
  for (const [index, { chunk, frequency }] of postings.entries()) {
    if (chunk >= maxChunks) throw new RangeError(`A source has at most ${maxChunks} chunks`)
    bytes[index * postingBytes] = chunk & 0xff
    bytes[index * postingBytes + 1] = chunk >> 8
    bytes[index * postingBytes + 2] = Math.min(frequency, maxFrequency)
  }
  return bytes
}

/** Returns the lengths of a source's chunks, in terms, as two bytes each, little-endian; one above 65,535 is stored as 65,535. */
export function encodeLengths(lengths: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(lengths.length * 2)
  const view = new DataView(bytes.buffer)
  for (const [chunk, length] of lengths.entries()) view.setUint16(chunk * 2, Math.min(length, maxLength), true)
  return bytes
}

/** Returns the lengths of a source's chunks that `encodeLengths` made the bytes of. */
export function decodeLengths(bytes: Uint8Array): Uint16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Uint16Array.from({ length: bytes.byteLength / 2 }, (_, chunk) => view.getUint16(chunk * 2, true))
}

export type IndexedSource = {
  /** The bytes of each term's postings (`encodePostings`), by the term's key. */
  readonly postings: ReadonlyMap<bigint, Uint8Array>
  /** The bytes of the chunks' lengths (`encodeLengths`). */
  readonly lengths: Uint8Array
}

/** Returns what the index stores of a source, given how often each of its chunks has each term. */
export function indexSource(chunks: readonly ReadonlyMap<string, { readonly count: number }>[]): IndexedSource {
  const keys = new Map<string, bigint>()
  const postings = new Map<bigint, Posting[]>()
  const lengths = chunks.map((terms, chunk) => {
    let length = 0
    for (const [name, { count }] of terms) {
      const key = keys.get(name) ?? hashTerm(name)
      keys.set(name, key)
      const known = postings.get(key)
      if (known) known.push({ chunk, frequency: count })
      else postings.set(key, [{ chunk, frequency: count }])
      length += count
    }
    return length
  })
  return { postings: new Map([...postings].map(([key, list]) => [key, encodePostings(list)])), lengths: encodeLengths(lengths) }
}
