// Whether the model behind a name is still the one that an index was made with: five sentences have the same vectors as then.
import { computeCosine, decodeVector, encodeVector } from '@heddle/retrieval/vectors'
import type { Embedder, EmbeddingRequest } from './embedder.ts'

/** One a language; a change of any makes every stored fingerprint useless. */
const sentences = [
  '棉布水洗後的尺寸變化以百分率表示。',
  'The tensile strength of a fabric is measured in newtons.',
  '繊維の公定水分率は種類によって異なります。',
  'เส้นด้ายที่มีเกลียวมากจะแข็งแรงกว่า',
  'Độ bền màu với ánh sáng được đánh giá theo thang len xanh.',
] as const

/** Another build or precision of one model moves its vectors less than this, another model more. */
const minCosine = 0.999

type FingerprintRequest = Pick<EmbeddingRequest, 'tenantId' | 'modelName' | 'settings'>

/** Returns the vectors of the sentences as they are stored with an index, float32, little-endian. Throws as `embed` does. */
export async function computeFingerprint(
  embedder: Pick<Embedder, 'embed'>,
  request: FingerprintRequest,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { vectors } = await embedder.embed({ ...request, texts: sentences, purpose: 'passage' }, signal)
  return Buffer.concat(vectors.map(encodeVector))
}

/** Returns the dimension of the vectors of a fingerprint. */
export const countDimensions = (fingerprint: Uint8Array): number => fingerprint.length / sentences.length / Float32Array.BYTES_PER_ELEMENT

/** Returns whether two fingerprints are of one model. */
export function isSameFingerprint(stored: Uint8Array, current: Uint8Array): boolean {
  if (stored.length !== current.length) return false
  const [one, other] = [splitVectors(stored), splitVectors(current)]
  return one.every((vector, index) => computeCosine(vector, other[index] ?? new Float32Array()) >= minCosine)
}

function splitVectors(fingerprint: Uint8Array): Float32Array[] {
  const bytes = fingerprint.length / sentences.length
  return sentences.map((_, index) => decodeVector(fingerprint.subarray(index * bytes, (index + 1) * bytes)))
}
