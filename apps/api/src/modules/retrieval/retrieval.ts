// Finds passages in collections for a reader: words and vectors side by side, fused, ordered, with their neighbors. What the reader may not
// read is in no statement's result.
import type { Language } from '@heddle/contracts/languages'
import type { SearchFilters, SearchNotice, SearchSettings } from '@heddle/contracts/retrieval/search'
import { ModelError } from '@heddle/workflow/model/ports'
import type { Dependencies } from '../../platform/dependencies.ts'
import type { Embedder } from '../../platform/inference/embedding/embedder.ts'
import type { Reranker } from '../../platform/inference/rerank/reranker.ts'
import type { ActorAccess } from '../../platform/permissions/actor.ts'
import type { UsedModel } from '../usage/model-usage.service.ts'
import { createCandidateFinder } from './candidates.ts'
import { createFingerprintWatch } from '../../platform/inference/embedding/fingerprint-watch.ts'
import { searchWords } from './lexical-half.ts'
import { createPostingsCache } from './postings-cache.ts'
import { buildPassages, listNeighbors, type RankedPassage } from './passages.ts'
import { collapseRanked, fuseHalves, maxRanked, orderByRerank, type RankedChunk } from './ranking.ts'
import {
  type ChunkKey,
  findChunks,
  findDocumentLanguages,
  findSearchedIndexes,
  type FoundChunk,
  nameChunk,
  type SearchedIndex,
  type SearchScope,
} from './search.sql.ts'
import { embedQuestions, searchVectors } from './vector-half.ts'

export type SearchRequest = {
  readonly collectionIds: readonly string[]
  /** The question, and other wordings of it: each is searched, and the first one is what a rerank model is asked. */
  readonly queries: readonly string[]
  readonly filters?: SearchFilters | undefined
  readonly settings: SearchSettings
  readonly signal: AbortSignal
  /** For the retrieval test of one with `manage_knowledge`: also what only members of another group read. */
  readonly asManager?: boolean
  /** Whether no one waits for it: then its models are asked in the background, and for as long as it takes. */
  readonly isBackground?: boolean
}

export type SearchOutcome = {
  readonly hits: readonly RankedChunk[]
  readonly notices: readonly SearchNotice[]
  /** The calls of models, for the usage of the run. */
  readonly models: readonly UsedModel[]
}

export type RetrievalOutcome = Omit<SearchOutcome, 'hits'> & { readonly passages: readonly RankedPassage[] }

type RetrievalDependencies = Pick<Dependencies, 'pool' | 'log' | 'now'> & { readonly embedder: Embedder; readonly reranker: Reranker }

/** A switch to another index, or to another version of a source, in the middle of a search makes it begin again. */
const maxAttempts = 3
/** Hits for each result, some of which say the same; a rerank model is given more. */
const hitsPerResult = 3

/** Returns what the searches of a process remember: checked models, and the sign bits and postings of recent ones. */
export const createSearchMemory = ({ pool, log, now, embedder }: Omit<RetrievalDependencies, 'reranker'>) => ({
  fingerprints: createFingerprintWatch({ embedder, now }),
  findCandidates: createCandidateFinder({ pool, now, log }),
  postingsCache: createPostingsCache(),
})

export type Retrieval = ReturnType<typeof createRetrieval>

/** A second retrieval, with another embedder, is given the memory of the first. */
export function createRetrieval(dependencies: RetrievalDependencies, memory = createSearchMemory(dependencies)) {
  const { pool, log, now, embedder, reranker } = dependencies
  const { fingerprints, findCandidates, postingsCache } = memory

  async function findOnce(scope: SearchScope, request: SearchRequest, isLast: boolean): Promise<SearchOutcome | null> {
    const { queries, settings, signal } = request
    const indexes = await findSearchedIndexes(pool, scope)
    signal.throwIfAborted()
    const searchesVectors = settings.vector_weight > 0
    const [words, { vectors, notices, models }] = await Promise.all([
      searchWords({ pool, postingsCache }, scope, queries, settings.lexical_weight > 0),
      searchesVectors && indexes.length > 0 ? searchMeaning(scope, indexes, request) : noMeaning,
    ])
    const active = new Set(indexes.map(({ id }) => id))
    const isSwitched =
      !vectors.isComplete ||
      vectors.emptyIndexIds.some((id) => words.indexVersionIds.has(id)) ||
      words.indexVersionIds.values().some((id) => !active.has(id))
    if (!isLast && isSwitched) return null
    signal.throwIfAborted()

    const rerankModel = settings.rerank ? findRerankModel(indexes) : null
    const limit = rerankModel === null ? Math.min(maxRanked, settings.top_k * hitsPerResult) : maxRanked
    const fused = fuseHalves(words, vectors.lists, queries, settings).slice(0, limit)
    const chunks = new Map(
      (
        await findKnown(
          scope,
          fused.map(({ key }) => key),
        )
      ).map((chunk) => [nameChunk(chunk), chunk]),
    )
    const found = fused.flatMap((hit) => {
      const chunk = chunks.get(nameChunk(hit.key))
      return chunk ? [{ ...hit, chunk }] : []
    })
    if (!isLast && found.length < fused.length) return null

    const ordered = await rerank(scope, rerankModel, collapseRanked(found), request)
    return {
      hits: ordered.hits.slice(0, settings.top_k),
      notices: [...notices, ...ordered.notices],
      models: [...models, ...ordered.models],
    }
  }

  const findKnown = async (scope: SearchScope, keys: readonly ChunkKey[]): Promise<FoundChunk[]> =>
    keys.length > 0 ? findChunks(pool, scope, [...new Map(keys.map((key) => [nameChunk(key), key])).values()]) : []

  async function searchMeaning(scope: SearchScope, indexes: readonly SearchedIndex[], { queries, signal, isBackground }: SearchRequest) {
    const embedded = await embedQuestions({ embedder, fingerprints, log }, { ...scope, isBackground }, indexes, queries, signal)
    return { ...embedded, vectors: await searchVectors({ pool, findCandidates }, scope, embedded.indexes) }
  }

  async function rerank(
    { actor }: SearchScope,
    modelName: string | null,
    hits: readonly RankedChunk[],
    { queries, settings, signal, isBackground = false }: SearchRequest,
  ): Promise<SearchOutcome> {
    if (modelName === null || hits.length === 0) return { hits, notices: [], models: [] }
    const passages = hits.map(({ chunk: { headingPath, text } }) => [headingPath.join(' › '), text].filter(Boolean).join('\n'))
    try {
      const { ranked, model, usage, serverCalls } = await reranker.rerank(
        { tenantId: actor.tenantId, userId: actor.id, isBackground, modelName, query: queries[0] ?? '', passages },
        signal,
      )
      return { hits: orderByRerank(hits, ranked, settings), notices: [], models: [{ ...model, usage, serverCalls }] }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ModelError)) throw error
      log.warn({ model: modelName, code: error.code }, 'Search went without its rerank model')
      return { hits, notices: ['rerank_unavailable'], models: [] }
    }
  }

  const createScope = (actor: ActorAccess, { collectionIds, filters = {}, asManager = false }: SearchRequest): SearchScope => ({
    actor,
    collectionIds,
    filters,
    asManager,
    at: now(),
  })

  /** Finds chunks, the best one first. What fails of a model is a notice: the words alone are searched then. */
  async function search(actor: ActorAccess, request: SearchRequest): Promise<SearchOutcome> {
    const queries = request.queries.filter((query) => query.trim() !== '')
    if (request.collectionIds.length === 0 || queries.length === 0) return { hits: [], notices: [], models: [] }
    const scope = createScope(actor, request)
    for (let attempt = 1; ; attempt++) {
      const found = await findOnce(scope, { ...request, queries }, attempt === maxAttempts)
      if (found) return found
    }
  }

  return {
    search,

    /** Returns the languages of the documents that the actor may find, the one with the most chunks first. */
    async findLanguages(actor: ActorAccess, collectionIds: readonly string[]): Promise<Language[]> {
      if (collectionIds.length === 0) return []
      return findDocumentLanguages(pool, { actor, collectionIds, filters: {}, asManager: false, at: now() })
    },

    /**
     * Finds what a model is given to answer a question, the best passage first, at most `tokenBudget` tokens of text in all. What the actor
     * may not read is not found, whatever the caller asks for.
     */
    async retrieve(
      actor: ActorAccess,
      { tokenBudget = Number.POSITIVE_INFINITY, ...request }: SearchRequest & { readonly tokenBudget?: number },
    ): Promise<RetrievalOutcome> {
      const { hits, ...outcome } = await search(actor, request)
      const neighbors = await findKnown(
        createScope(actor, request),
        hits.flatMap(({ key }) => listNeighbors(key)),
      )
      return { ...outcome, passages: buildPassages(hits, [...neighbors, ...hits.map(({ chunk }) => chunk)], tokenBudget) }
    },
  }
}

const noMeaning = { vectors: { lists: [], isComplete: true, emptyIndexIds: [] }, notices: new Set<SearchNotice>(), models: [] }

/** Returns the model that orders what is found in all collections; null where there is none, or several, which give several orders. */
function findRerankModel(indexes: readonly SearchedIndex[]): string | null {
  const [name = null, ...others] = new Set(indexes.flatMap(({ rerankModel }) => rerankModel ?? []))
  return others.length > 0 ? null : name
}
