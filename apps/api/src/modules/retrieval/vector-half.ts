// The meaning of a question: its embedding, the candidates, and of those the exact cosines.
import type { SearchNotice } from '@heddle/contracts/retrieval/search'
import { decodeVector, rankByCosine } from '@heddle/retrieval/vectors'
import { toEmbeddedText } from '@heddle/text/language/folding'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Embedder } from '../../platform/inference/embedding/embedder.ts'
import type { UsedModel } from '../usage/model-usage.service.ts'
import type { CandidateFinder } from './candidates.ts'
import type { FingerprintWatch } from '../../platform/inference/embedding/fingerprint-watch.ts'
import { type ChunkKey, findVectors, nameChunk, type SearchedIndex, type SearchScope } from './search.sql.ts'

export type VectorHit = ChunkKey & { readonly cosine: number }

export type VectorList = {
  /** The index of its question. */
  readonly question: number
  /** The best one first. */
  readonly hits: readonly VectorHit[]
  /** The cosine of the question with the mean of what was embedded, whatever it is about. */
  readonly meanCosine: number
}

/** An index with vectors, and those of the questions for it. */
type EmbeddedIndex = { readonly index: SearchedIndex; readonly mean: Float32Array; readonly vectors: readonly Float32Array[] }

type Dependencies = {
  readonly embedder: Embedder
  readonly fingerprints: FingerprintWatch
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

type Embedded = {
  readonly indexes: readonly EmbeddedIndex[]
  readonly notices: ReadonlySet<SearchNotice>
  readonly models: readonly UsedModel[]
}

/** Returns the indexes whose model is still the one that they were made with. */
async function filterUnchanged(
  fingerprints: FingerprintWatch,
  { tenantId, modelName }: { readonly tenantId: string; readonly modelName: string },
  indexes: readonly SearchedIndex[],
  signal: AbortSignal,
): Promise<SearchedIndex[]> {
  const unchanged = await Promise.all(
    indexes.map(async ({ id, fingerprint, dimension, queryPrefix, passagePrefix }) => {
      if (!fingerprint) return true
      const settings = { dimension, queryPrefix, passagePrefix }
      return fingerprints.isUnchanged({ id, fingerprint, tenantId, modelName, settings }, signal)
    }),
  )
  return indexes.filter((_, position) => unchanged[position])
}

/** Embeds the questions once for each way in which the indexes were embedded; what does not answer is left out, and noticed. */
export async function embedQuestions(
  { embedder, fingerprints, log }: Dependencies,
  { actor, isBackground = false }: Pick<SearchScope, 'actor'> & { readonly isBackground?: boolean | undefined },
  indexes: readonly SearchedIndex[],
  questions: readonly string[],
  signal: AbortSignal,
): Promise<Embedded> {
  const notices = new Set<SearchNotice>()
  const models: UsedModel[] = []
  const embedded: EmbeddedIndex[] = []
  const ways = Object.groupBy(indexes, ({ embeddingModel, dimension, queryPrefix }) =>
    JSON.stringify([embeddingModel, dimension, queryPrefix]),
  )

  async function embedFor(own: readonly SearchedIndex[]) {
    const [first] = own
    if (!first?.embeddingModel || own.every(({ mean }) => mean === null)) return void notices.add('no_vectors')
    const { embeddingModel: modelName, dimension, queryPrefix, passagePrefix } = first
    const request = {
      tenantId: actor.tenantId,
      modelName,
      settings: { dimension, queryPrefix, passagePrefix },
      userId: actor.id,
      isBackground,
    }
    try {
      const [{ vectors, model, usage, serverCalls }, unchanged] = await Promise.all([
        embedder.embed({ ...request, texts: questions.map(toEmbeddedText), purpose: 'query' }, signal),
        filterUnchanged(fingerprints, request, own, signal),
      ])
      models.push({ ...model, usage, serverCalls })
      if (unchanged.length < own.length) notices.add('embedding_model_changed')
      for (const index of unchanged) {
        if (index.mean) embedded.push({ index, mean: decodeVector(index.mean), vectors })
        else notices.add('no_vectors')
      }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof AppError)) throw error
      const isOther = error.code === 'EMBEDDING_INVALID' && error.params?.['problem'] === 'dimensions'
      log.warn(
        { model: modelName, code: error.code, cause: error.params?.['cause'] ?? error.params?.['problem'] },
        'Search went without vectors',
      )
      notices.add(isOther ? 'embedding_model_changed' : 'embedding_unavailable')
    }
  }

  await Promise.all(Object.values(ways).map((own) => embedFor(own ?? [])))
  return { indexes: embedded, notices, models }
}

export type FoundVectors = {
  /** Of each question and embedding model. */
  readonly lists: readonly VectorList[]
  /** Whether no source was switched between the statements. */
  readonly isComplete: boolean
  /** Indexes of which nothing was found: one with sources has been switched then. */
  readonly emptyIndexIds: readonly number[]
}

type SearchDependencies = { readonly pool: Pool; readonly findCandidates: CandidateFinder }

/** Returns the nearest chunks of each question, those of one model in one list: its cosines can be compared, those of two models cannot. */
export async function searchVectors(
  { pool, findCandidates }: SearchDependencies,
  scope: SearchScope,
  indexes: readonly EmbeddedIndex[],
): Promise<FoundVectors> {
  const asked = indexes.flatMap(({ index, mean, vectors }) =>
    vectors.map((vector, question) => ({
      index,
      vector,
      mean,
      question,
      centered: vector.map((number, at) => number - (mean[at] ?? 0)),
    })),
  )
  if (asked.length === 0) return { lists: [], isComplete: true, emptyIndexIds: [] }
  const candidates = await findCandidates(scope, asked)
  const keys = new Map(candidates.flat().map((key) => [nameChunk(key), key]))
  const rows = keys.size > 0 ? await findVectors(pool, scope, [...keys.values()]) : []
  const vectors = new Map(rows.map((row) => [nameChunk(row), decodeVector(row.embedding)]))
  const hits = asked.map(({ index, mean, vector: question, question: number }, position) => {
    const own = (candidates[position] ?? []).flatMap(({ indexedSourceId, number: chunk }) => {
      const vector = vectors.get(nameChunk({ indexedSourceId, number: chunk }))
      return vector ? [{ indexedSourceId, number: chunk, vector }] : []
    })
    return {
      question: number,
      list: JSON.stringify([number, index.embeddingModel]),
      meanCosine: computeMeanCosine(question, mean),
      hits: rankByCosine(question, own, own.length).map(({ candidate, cosine }) => ({
        indexedSourceId: candidate.indexedSourceId,
        number: candidate.number,
        cosine,
      })),
    }
  })
  const lists = Object.values(Object.groupBy(hits, ({ list }) => list)).map((own = []) => ({
    question: own[0]?.question ?? 0,
    hits: own.flatMap((list) => list.hits).toSorted((a, b) => b.cosine - a.cosine),
    meanCosine: Math.max(...own.map(({ meanCosine }) => meanCosine)),
  }))
  const emptyIndexIds = asked.flatMap(({ index }, position) => (candidates[position]?.length === 0 ? [index.id] : []))
  return { lists, isComplete: vectors.size === keys.size, emptyIndexIds }
}

/** Both have the length of the vectors of one model; that of a question has the norm 1, and a mean keeps its own. */
const computeMeanCosine = (question: Float32Array, mean: Float32Array) =>
  question.reduce((sum, number, index) => sum + number * (mean[index] ?? 0), 0)
