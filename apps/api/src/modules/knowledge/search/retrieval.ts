// Finds passages in collections for a reader: words and vectors side by side, fused, ordered, with their neighbors. What the reader may not
// read is in no statement's result.
import type { SearchFilters, SearchNotice, SearchSettings } from '@heddle/contracts/knowledge/search'
import { ModelError } from '@heddle/workflow/ports'
import type { Dependencies } from '../../../boot/dependencies.ts'
import type { Embedder } from '../../../models/embedding/embedder.ts'
import type { Reranker } from '../../../models/rerank/reranker.ts'
import type { ActorAccess } from '../../../permissions/actor.ts'
import { createFingerprintWatch } from './fingerprint-watch.ts'
import { searchWords } from './lexical-half.ts'
import { buildPassages, listNeighbors, type RetrievedPassage } from './passages.ts'
import { collapseRanked, fuseHalves, maxRanked, orderByRerank, type RankedChunk } from './ranking.ts'
import { findChunks, findSearchedIndexes, type FoundChunk, type SearchedIndex, type SearchScope } from './search.sql.ts'
import { embedQuestions, searchVectors, type UsedModel } from './vector-half.ts'

export type RetrievalRequest = {
  readonly collectionIds: readonly string[]
  /** The question, and other wordings of it: each is searched, and the first one is what a rerank model is asked. */
  readonly queries: readonly string[]
  readonly filters?: SearchFilters | undefined
  readonly settings: SearchSettings
  readonly signal: AbortSignal
  /** For the retrieval test of one with `manage_knowledge`: also what only members of another group read. */
  readonly asManager?: boolean
}

type Found = {
  readonly hits: readonly RankedChunk[]
  /** The hits with their neighbors. */
  readonly known: readonly FoundChunk[]
  readonly notices: readonly SearchNotice[]
  /** The calls of models, for the usage of the run. */
  readonly models: readonly UsedModel[]
}

export type SearchOutcome = Omit<Found, 'known'>
export type RetrievalOutcome = Omit<Found, 'known' | 'hits'> & { readonly passages: readonly RetrievedPassage[] }

type RetrievalDependencies = Pick<Dependencies, 'pool' | 'log' | 'now'> & { readonly embedder: Embedder; readonly reranker: Reranker }

/** A switch to another index, or to another version of a source, in the middle of a search makes it begin again. */
const maxAttempts = 3

export type Retrieval = ReturnType<typeof createRetrieval>

export function createRetrieval({ pool, log, now, embedder, reranker }: RetrievalDependencies) {
  const fingerprints = createFingerprintWatch({ embedder, now })

  async function findOnce(scope: SearchScope, request: RetrievalRequest, isLast: boolean): Promise<Found | null> {
    const { queries, settings, signal } = request
    const indexes = await findSearchedIndexes(pool, scope)
    signal.throwIfAborted()
    const searchesVectors = settings.vector_weight > 0
    const [words, { vectors, notices, models }] = await Promise.all([
      searchWords(pool, scope, queries, settings.lexical_weight > 0),
      searchesVectors && indexes.length > 0 ? searchMeaning(scope, indexes, request) : noMeaning,
    ])
    const active = new Set(indexes.map(({ id }) => id))
    if (!isLast && words.indexVersionIds.values().some((id) => !active.has(id))) return null
    signal.throwIfAborted()

    const fused = fuseHalves(words, vectors, settings).slice(0, maxRanked)
    const known = fused.length > 0 ? await findChunks(pool, scope, listWanted(fused)) : []
    const chunks = new Map(known.map((chunk) => [`${chunk.indexedSourceId}/${chunk.number}`, chunk]))
    const found = fused.flatMap((hit) => {
      const chunk = chunks.get(`${hit.key.indexedSourceId}/${hit.key.number}`)
      return chunk ? [{ ...hit, chunk }] : []
    })
    if (!isLast && found.length < fused.length) return null

    const collapsed = collapseRanked(found)
    const ordered = await rerank(scope, indexes, collapsed, request)
    return {
      hits: ordered.hits.slice(0, settings.top_k),
      known,
      notices: [...notices, ...ordered.notices],
      models: [...models, ...ordered.models],
    }
  }

  async function searchMeaning(scope: SearchScope, indexes: readonly SearchedIndex[], { queries, signal }: RetrievalRequest) {
    const embedded = await embedQuestions({ embedder, fingerprints, log }, scope, indexes, queries, signal)
    return { ...embedded, vectors: await searchVectors(pool, scope, embedded.indexes) }
  }

  async function rerank(
    { actor }: SearchScope,
    indexes: readonly SearchedIndex[],
    hits: readonly RankedChunk[],
    { queries, settings, signal }: RetrievalRequest,
  ): Promise<SearchOutcome> {
    const names = new Set(indexes.flatMap(({ rerankModel }) => rerankModel ?? []))
    const [modelName] = names
    // Two models would give two orders.
    if (!settings.rerank || modelName === undefined || names.size > 1 || hits.length === 0) return { hits, notices: [], models: [] }
    const passages = hits.map(({ chunk: { headingPath, text } }) => [headingPath.join(' › '), text].filter(Boolean).join('\n'))
    try {
      const { ranked, model, usage } = await reranker.rerank(
        { tenantId: actor.tenantId, userId: actor.id, modelName, query: queries[0] ?? '', passages },
        signal,
      )
      return { hits: orderByRerank(hits, ranked, settings), notices: [], models: [{ ...model, usage }] }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ModelError)) throw error
      log.warn({ model: modelName, code: error.code }, 'Search went without its rerank model')
      return { hits, notices: ['rerank_unavailable'], models: [] }
    }
  }

  async function find(actor: ActorAccess, request: RetrievalRequest): Promise<Found> {
    const { collectionIds, queries, filters = {}, asManager = false } = request
    const asked = queries.filter((query) => query.trim() !== '')
    if (collectionIds.length === 0 || asked.length === 0) return noneFound
    const scope: SearchScope = { actor, collectionIds, filters, asManager, today: now() }
    for (let attempt = 1; ; attempt++) {
      const found = await findOnce(scope, { ...request, queries: asked }, attempt === maxAttempts)
      if (found) return found
    }
  }

  return {
    /** Finds chunks, the best one first. What fails of a model is a notice: the words alone are searched then. */
    async search(actor: ActorAccess, request: RetrievalRequest): Promise<SearchOutcome> {
      const { known: _, ...outcome } = await find(actor, request)
      return outcome
    },

    /**
     * Finds what a model is given to answer a question, the best passage first, at most `tokenBudget` tokens of text in all. What the actor
     * may not read is not found, whatever the caller asks for.
     */
    async retrieve(
      actor: ActorAccess,
      { tokenBudget = Number.POSITIVE_INFINITY, ...request }: RetrievalRequest & { readonly tokenBudget?: number },
    ): Promise<RetrievalOutcome> {
      const { hits, known, ...outcome } = await find(actor, request)
      return { ...outcome, passages: buildPassages(hits, known, tokenBudget) }
    },
  }
}

const noneFound: Found = { hits: [], known: [], notices: [], models: [] }
const noMeaning = { vectors: [], notices: new Set<SearchNotice>(), models: [] }

/** The hits with their neighbors, each once. */
function listWanted(hits: readonly { readonly key: { readonly indexedSourceId: number; readonly number: number } }[]) {
  const wanted = hits.flatMap(({ key }) => [key, ...listNeighbors(key)])
  return [...new Map(wanted.map((key) => [`${key.indexedSourceId}/${key.number}`, key])).values()]
}
