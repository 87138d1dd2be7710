// What the lexical index stores, as bytes: which chunks of a source have a term and how often, and how long the chunks are.
import { hash } from 'node:crypto'

/** Chunks of a source, which are numbered from 0. */
export const maxChunks = 0x1_00_00
/** Bytes of a posting: two of the chunk's number, little-endian, and one of the term's frequency in it. */
export const postingBytes = 3
/** Bytes of a chunk's length, little-endian. */
export const lengthBytes = 2

const maxFrequency = 0xff
const maxLength = 0xff_ff

const keyBytes = 8
const keyView = new DataView(new ArrayBuffer(keyBytes))

/**
 * Returns the key of a term: the first eight bytes of the SHA-1 of its UTF-8, as the signed big-endian number that a `bigint` of
 * PostgreSQL holds. Of 10 million terms two have the same key with a probability of 3 in a million.
 */
export function hashTerm(term: string): bigint {
  // A document of ideographs has a hundred thousand terms: a string of a character a byte takes half the time of one in hexadecimal.
  const bytes = hash('sha1', term, 'binary')
  for (let index = 0; index < keyBytes; index++) keyView.setUint8(index, bytes.charCodeAt(index))
  return keyView.getBigInt64(0)
}

/** Returns a posting as the number that its three bytes are: an array of numbers takes a sixth of what one of objects does. */
const packPosting = (chunk: number, count: number) => (Math.min(count, maxFrequency) << 16) | chunk

function encodePostings(postings: readonly number[], bytes = new Uint8Array(postings.length * postingBytes)): Uint8Array {
  for (let index = 0; index < postings.length; index++) {
    const posting = postings[index] ?? 0
    bytes[index * postingBytes] = posting & 0xff
    bytes[index * postingBytes + 1] = (posting >> 8) & 0xff
    bytes[index * postingBytes + 2] = posting >> 16
  }
  return bytes
}

/** Returns the lengths of a source's chunks, in terms, as two bytes each, little-endian; one above 65,535 is stored as 65,535. */
export function encodeLengths(lengths: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(lengths.length * lengthBytes)
  const view = new DataView(bytes.buffer)
  for (const [chunk, length] of lengths.entries()) view.setUint16(chunk * lengthBytes, Math.min(length, maxLength), true)
  return bytes
}

/** Returns the lengths of a source's chunks that `encodeLengths` made the bytes of. */
export function decodeLengths(bytes: Uint8Array): Uint16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const lengths = new Uint16Array(bytes.byteLength / lengthBytes)
  for (let chunk = 0; chunk < lengths.length; chunk++) lengths[chunk] = view.getUint16(chunk * lengthBytes, true)
  return lengths
}

export type IndexedSource = {
  /** The bytes of each term's postings (`postingBytes` each, in the order of the chunks), by the term's key. */
  readonly postings: ReadonlyMap<bigint, Uint8Array>
  /** The bytes of the chunks' lengths (`encodeLengths`). */
  readonly lengths: Uint8Array
}

/** How often a chunk has each of its terms. */
export type ChunkTerms = ReadonlyMap<string, { readonly count: number }>

/**
 * Collects what the index stores of a source. Takes the chunks one by one, so that the terms of a long source need not be in memory together,
 * and other work has its turn between them.
 */
export function createSourceIndex() {
  // A number where a term is in one chunk, as most are: an array for each takes four times as long.
  const byName = new Map<string, number | number[]>()
  const lengths: number[] = []
  let count = 0

  return {
    /** Adds the next chunk; a frequency above 255 is stored as 255. Throws a RangeError for more than `maxChunks` chunks. */
    addChunk(terms: ChunkTerms): void {
      const chunk = lengths.length
      if (chunk >= maxChunks) throw new RangeError(`A source has at most ${maxChunks} chunks`)
      let length = 0
      for (const [name, { count: frequency }] of terms) {
        const posting = packPosting(chunk, frequency)
        const known = byName.get(name)
        if (known === undefined) byName.set(name, posting)
        else if (typeof known === 'number') byName.set(name, [known, posting])
        else known.push(posting)
        length += frequency
      }
      count += terms.size
      lengths.push(length)
    },

    /** Returns the bytes of what was added. */
    encode(): IndexedSource {
      return { postings: encodeTerms(byName, count), lengths: encodeLengths(lengths) }
    },
  }
}

/** Returns the bytes of the postings of terms, by their keys. */
function encodeTerms(byName: ReadonlyMap<string, number | number[]>, count: number): Map<bigint, Uint8Array> {
  // In one buffer: to allocate one for each of many rare terms takes longer than to fill them.
  const bytes = new Uint8Array(count * postingBytes)
  const encoded = new Map<bigint, Uint8Array>()
  let from = 0
  for (const [name, known] of byName) {
    const key = hashTerm(name)
    const postings = typeof known === 'number' ? [known] : known
    const to = from + postings.length * postingBytes
    const other = encoded.get(key)
    encoded.set(
      key,
      other
        ? encodePostings([...decodePostings(other), ...postings].toSorted(compareChunks))
        : encodePostings(postings, bytes.subarray(from, to)),
    )
    from = to
  }
  return encoded
}

const compareChunks = (one: number, other: number) => (one & 0xff_ff) - (other & 0xff_ff)

/** Returns what the index stores of a source whose chunks are all in memory. Throws as `createSourceIndex`. */
export function indexSource(chunks: Iterable<ChunkTerms>): IndexedSource {
  const index = createSourceIndex()
  for (const terms of chunks) index.addChunk(terms)
  return index.encode()
}

/**
 * Returns the rows of a source's postings that differ once a chunk has other terms: each term's bytes, which are empty where no chunk has it
 * any more.
 *
 * @param postings all rows of the source
 */
export function replaceChunk(postings: ReadonlyMap<bigint, Uint8Array>, chunk: number, terms: ChunkTerms): Map<bigint, Uint8Array> {
  const counts = new Map<bigint, number>()
  for (const [name, { count }] of terms) counts.set(hashTerm(name), count)
  const changed = new Map<bigint, Uint8Array>()
  for (const [key, bytes] of postings) {
    const known = decodePostings(bytes)
    const others = known.filter((posting) => (posting & 0xff_ff) !== chunk)
    if (others.length < known.length && !counts.has(key)) changed.set(key, encodePostings(others))
  }
  for (const [key, count] of counts) {
    const others = decodePostings(postings.get(key)).filter((posting) => (posting & 0xff_ff) !== chunk)
    const own = [...others, packPosting(chunk, count)].toSorted(compareChunks)
    changed.set(key, encodePostings(own))
  }
  return changed
}

function decodePostings(bytes: Uint8Array = new Uint8Array()): number[] {
  return Array.from({ length: bytes.length / postingBytes }, (_, index) => {
    const [low = 0, high = 0, count = 0] = bytes.subarray(index * postingBytes, (index + 1) * postingBytes)
    return (count << 16) | (high << 8) | low
  })
}
