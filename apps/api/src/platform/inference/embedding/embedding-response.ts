// What the endpoints of embedding models respond, in the shapes of OpenAI, Cohere, TEI, Ollama, llama.cpp, DashScope and others.
import { decodeVector, InvalidVectorsError } from '@heddle/retrieval/vectors'
import { readInputTokens } from '../input-usage.ts'

export type ReadVector = ArrayLike<number>

export type EmbeddingResult = {
  /** In the order of the texts; their dimensions are not checked. What is no number in them is NaN. */
  readonly vectors: readonly ReadVector[]
  /** Null when the endpoint does not report it. */
  readonly inputTokens: number | null
}

/** The fields in which a response has its vectors, the outer ones first. */
const listFields = ['data', 'embeddings', 'embedding', 'results', 'output', 'predictions', 'vectors', 'float', 'base64'] as const
/** The fields in which an entry has its vector. */
const vectorFields = ['embedding', 'embeddings', 'float', 'base64', 'values', 'vector'] as const
const indexFields = ['index', 'text_index'] as const

/** A vector that cannot be read: as one with a number that is none. */
export const unreadableVector: ReadVector = [Number.NaN]

/** Returns the vectors of a response, each where its index says. Throws an `InvalidVectorsError`. */
export function readEmbeddings(response: unknown, texts: number): EmbeddingResult {
  const entries = listEntries(response)
  if (!entries) throw new InvalidVectorsError('not_finite', 'The response has no vectors')
  if (entries.length !== texts) throw new InvalidVectorsError('count', `${entries.length} vectors came for ${texts} inputs`)
  const vectors: (ReadVector | undefined)[] = Array.from({ length: texts })
  for (const [position, entry] of entries.entries()) {
    // The only vector is that of the only text: some servers count from 1, or through all calls.
    const index = texts === 1 ? 0 : (readIndex(entry) ?? position)
    if (!(index in vectors) || vectors[index]) throw new InvalidVectorsError('count', `Vector ${index} is unknown or repeated`)
    vectors[index] = readVector(entry) ?? unreadableVector
  }
  return { vectors: vectors.map((vector) => vector ?? unreadableVector), inputTokens: readInputTokens(response) }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns what a response has of each text; null for a response without vectors. */
function listEntries(value: unknown): readonly unknown[] | null {
  if (typeof value === 'string') return decodeBase64(value) && [value]
  if (Array.isArray(value)) return value.length > 0 && value.every(isNumeric) ? [value] : value
  if (!isObject(value)) return null
  const field = listFields.find((name) => typeof value[name] === 'object' && value[name] !== null)
  if (field !== undefined) return listEntries(value[field])
  const keyed = Object.entries(value)
  if (keyed.length > 0 && keyed.every(([key]) => /^\d+$/.test(key))) return keyed.map(([index, entry]) => toIndexed(index, entry))
  return typeof value['embedding'] === 'string' ? [value] : null
}

/** An index of the entry itself says more than its key. */
const toIndexed = (index: string, entry: unknown) => (isObject(entry) ? { index, ...entry } : { index, embedding: entry })

function readIndex(entry: unknown): number | null {
  if (!isObject(entry)) return null
  const value = indexFields.map((name) => entry[name]).find((each) => each !== undefined && each !== null)
  return value === undefined ? null : Number(value)
}

function readVector(value: unknown): ReadVector | null {
  if (typeof value === 'string') return decodeBase64(value)
  if (Array.isArray(value)) {
    if (value.every((each) => typeof each === 'number')) return value
    // llama.cpp nests the vector of a text in a list; with several, they are those of its tokens.
    if (value.length === 1 && !isNumeric(value[0])) return readVector(value[0])
    return value.every(isNumeric) ? value.map(toNumber) : null
  }
  if (!isObject(value)) return null
  const field = vectorFields.find((name) => value[name] !== undefined && value[name] !== null)
  return field === undefined ? null : readVector(value[field])
}

const isNumeric = (value: unknown): boolean =>
  value === null ||
  typeof value === 'number' ||
  (typeof value === 'string' && /^[+-]?(?:\d[\d.e+-]*|\.\d[\de+-]*|nan|inf(?:inity)?)$/i.test(value))

const toNumber = (value: unknown): number => (value === null ? Number.NaN : Number(value))

/** Little-endian float32, as `encoding_format: base64` asks for, and as some servers send for `float` too. */
function decodeBase64(text: string): ReadVector | null {
  if (!/^[\w+/-]+={0,2}$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64')
  return bytes.length > 0 && bytes.length % Float32Array.BYTES_PER_ELEMENT === 0 ? decodeVector(bytes) : null
}
