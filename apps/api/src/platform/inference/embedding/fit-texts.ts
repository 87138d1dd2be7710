// Gets each text its vector, whatever a server says of the batch: halves one that is too large, cuts a text that is, and asks alone for
// what has no vector that can be used.
import { InvalidVectorsError } from '@heddle/retrieval/vectors'
import { ModelError } from '@heddle/workflow/model/ports'
import type { ReadVector } from './embedding-response.ts'

type FitterOptions = {
  /** Throws `MODEL_CONTEXT_EXCEEDED` for a batch or a text that is too large, and an `InvalidVectorsError`. */
  readonly embedBatch: (texts: readonly string[]) => Promise<readonly ReadVector[]>
  /** How many texts a batch may have, as far as it is known. */
  readonly limit: { readonly get: () => number; readonly lower: (size: number) => void }
}

/** A text that is too long keeps this part of it. */
const keptPart = 2 / 3
/** A text that is too long is cut until it fits. Of one whose numbers overflow, another length may not. */
const maxCuts = { size: 8, content: 2 }

export function createTextFitter({ embedBatch, limit }: FitterOptions) {
  const cut = new Set<number>()

  /** Returns usable vectors of texts that are those from the position `from` on. */
  async function fit(texts: readonly string[], from: number, cuts = 0): Promise<ReadVector[]> {
    if (texts.length > limit.get()) return fitHalves(texts, from)
    let vectors: readonly ReadVector[]
    try {
      vectors = await embedBatch(texts)
    } catch (error) {
      if (texts.length === 1 && isExcess(error) && cuts < maxCuts.size) return fitBeginning(texts, from, cuts)
      if (texts.length === 1 || !(isExcess(error) || isMiscount(error))) throw error
      const known = cut.size
      const halves = await fitHalves(texts, from)
      // Every text has fitted whole: it was the batch that was too large.
      if (cut.size === known) limit.lower(Math.ceil(texts.length / 2))
      return halves
    }
    const problems = vectors.map(findProblem)
    const [problem] = problems
    if (texts.length > 1) return fitUnusable(texts, vectors, problems, from)
    if (!problem) return [...vectors]
    if (problem === 'not_finite' && cuts < maxCuts.content) return fitBeginning(texts, from, cuts)
    throw new InvalidVectorsError(problem, `The vector of text ${from} has no use: ${problem}`)
  }

  async function fitBeginning([text = '']: readonly string[], from: number, cuts: number): Promise<ReadVector[]> {
    cut.add(from)
    return fit([text.slice(0, Math.ceil(text.length * keptPart)).toWellFormed()], from, cuts + 1)
  }

  async function fitHalves(texts: readonly string[], from: number): Promise<ReadVector[]> {
    const half = Math.ceil(texts.length / 2)
    return [...(await fit(texts.slice(0, half), from)), ...(await fit(texts.slice(half), from + half))]
  }

  /** Half precision overflows in a batch where the text alone does not. */
  async function fitUnusable(
    texts: readonly string[],
    vectors: readonly ReadVector[],
    problems: readonly unknown[],
    from: number,
  ): Promise<ReadVector[]> {
    const fitted = [...vectors]
    for (const [position, problem] of problems.entries()) {
      if (problem) fitted.splice(position, 1, ...(await fit(texts.slice(position, position + 1), from + position)))
    }
    return fitted
  }

  return {
    fit,
    /** Returns the positions of the texts of which only the beginning has a vector. */
    listCut: () => [...cut],
  }
}

/** Returns what is wrong with the numbers of a vector; its dimension is not looked at. */
function findProblem(vector: ReadVector): 'not_finite' | 'zero' | null {
  const numbers = Float32Array.from(vector)
  if (!numbers.every(Number.isFinite)) return 'not_finite'
  return vector.length > 0 && numbers.every((number) => number === 0) ? 'zero' : null
}

const isExcess = (error: unknown) => error instanceof ModelError && error.code === 'MODEL_CONTEXT_EXCEEDED'

const isMiscount = (error: unknown) => error instanceof InvalidVectorsError && error.problem === 'count'
