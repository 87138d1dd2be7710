// Asks the test questions of a collection, and measures how well the expected results are found. A run belongs to the stream of its reader:
// it ends with it, and nothing of it is kept but its usage.
import { defaultSearchSettings, type SearchNotice } from '@heddle/contracts/retrieval/search'
import type { ErrorDetail } from '@heddle/contracts/errors'
import { limits } from '@heddle/contracts/limits'
import type { QuestionOutcome, QuestionQuality, QuestionRunEvent, runCollectionQuestions } from '@heddle/contracts/retrieval/question'
import { createExpectation } from '@heddle/evaluation/score/expected-source'
import { maxReciprocalRank, measureRanks } from '@heddle/evaluation/score/ranks'
import type { Pool } from 'pg'
import type { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import { createConcurrencyLimit } from '../../../platform/http/concurrency-limit.ts'
import type { Embedder } from '../../../platform/inference/embedding/embedder.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { StreamAuthority } from '../../../platform/permissions/stream-authority.ts'
import type { CollectionService } from '../../collection/collection.service.ts'
import type { RankedChunk } from '../ranking.ts'
import type { Retrieval } from '../retrieval.ts'
import { recordModelUsage, usedBy, type UsedModel } from '../../usage/model-usage.service.ts'
import { presentQuestion } from './question.presenter.ts'
import type { QuestionRepository, QuestionRow } from './question.repository.ts'
import { createReadAheadEmbedder } from './read-ahead-embedder.ts'

type QuestionRunDependencies = {
  readonly pool: Pool
  readonly rows: QuestionRepository
  readonly collections: CollectionService
  readonly embedder: Embedder
  /** Opens a retrieval that embeds its questions so. */
  readonly openRetrieval: (embedder: Embedder) => Retrieval
  readonly authority: StreamAuthority
  /** Aborted when the process begins to stop. */
  readonly stopping: AbortSignal
}

type Reader = {
  /** Aborted when the reader disconnects. */
  readonly signal: AbortSignal
  /** Logs a failure, and returns what of it the reader may know. */
  readonly describeFailure: (error: unknown) => ErrorDetail
}

type Settings = z.output<typeof runCollectionQuestions.schema.body>['settings']
type AnswerableQuestion = QuestionRow & { readonly source: NonNullable<QuestionRow['source']> }
type Found = { readonly outcome: QuestionOutcome; readonly notices: readonly SearchNotice[]; readonly models: readonly UsedModel[] }

/** Characters of a first result that are shown. */
const shownCharacters = 300

const isAnswerable = (question: QuestionRow): question is AnswerableQuestion => question.source !== null

export type QuestionRunService = ReturnType<typeof createQuestionRunService>

export function createQuestionRunService({
  pool,
  rows,
  collections,
  embedder,
  openRetrieval,
  authority,
  stopping,
}: QuestionRunDependencies) {
  const concurrency = createConcurrencyLimit({ maxPerUser: limits.questionRunsPerUser })

  async function ask(retrieval: Retrieval, actor: Actor, question: AnswerableQuestion, setting: Settings[number], signal: AbortSignal) {
    const { filters, ...given } = setting
    const settings = { ...defaultSearchSettings, ...given }
    const { hits, notices, models } = await retrieval.search(actor, {
      collectionIds: [question.collectionId],
      queries: [question.question],
      filters,
      settings: { ...settings, top_k: Math.max(settings.top_k, maxReciprocalRank) },
      signal,
      asManager: true,
    })
    const isExpected = createExpectation({ sourceId: question.source.id, passage: question.passage })
    const index = hits.findIndex(({ chunk, duplicates }) => [chunk, ...duplicates].some(isExpected))
    return { outcome: { rank: index === -1 ? null : index + 1, first: presentFirst(hits) }, notices, models } satisfies Found
  }

  async function* askAll(
    actor: Actor,
    { questions, settings, used }: { questions: readonly AnswerableQuestion[]; settings: Settings; used: UsedModel[] },
    signal: AbortSignal,
  ): AsyncGenerator<QuestionRunEvent> {
    const startedAt = performance.now()
    const retrieval = openRetrieval(
      createReadAheadEmbedder(
        embedder,
        questions.map(({ question }) => question),
      ),
    )
    const ranks: (number | null)[][] = settings.map(() => [])
    const notices = settings.map(() => new Set<SearchNotice>())
    for (const question of questions) {
      const outcomes: QuestionOutcome[] = []
      // One after the other, so that the second setting finds the vector of the first.
      for (const [side, setting] of settings.entries()) {
        const found = await ask(retrieval, actor, question, setting, signal)
        outcomes.push(found.outcome)
        ranks[side]?.push(found.outcome.rank)
        for (const notice of found.notices) notices[side]?.add(notice)
        used.push(...found.models.filter(({ usage }) => usage.inputTokens > 0))
      }
      const { id, text, language, source, passage } = presentQuestion(question)
      yield { type: 'result', question: { id, text, language, source, passage }, outcomes }
    }
    const measured = settings.map(({ top_k = defaultSearchSettings.top_k }, side) => ({
      ...measureByLanguage(questions, ranks[side] ?? [], top_k),
      notices: [...(notices[side] ?? [])],
    }))
    yield { type: 'done', settings: measured, elapsed_ms: Math.round(performance.now() - startedAt) }
  }

  /** Ends a run before its end: the reader has lost the right, the process stops, or it takes too long. */
  function watchEnds(actor: Actor) {
    const ending = new AbortController()
    const end = (code: 'FORBIDDEN' | 'SERVICE_UNAVAILABLE' | 'QUESTION_RUN_TIMEOUT') => ending.abort(new AppError(code))
    const timer = setTimeout(end, limits.questionRunSeconds * 1_000, 'QUESTION_RUN_TIMEOUT')
    const unwatch = authority.watch(actor, { permission: 'manage_knowledge' }, () => end('FORBIDDEN'))
    const stop = () => end('SERVICE_UNAVAILABLE')
    stopping.addEventListener('abort', stop, { once: true })
    return {
      signal: ending.signal,
      close() {
        clearTimeout(timer)
        unwatch()
        stopping.removeEventListener('abort', stop)
      },
    }
  }

  return {
    /** Throws `RATE_LIMITED` when the user has a run already. */
    async *runCollectionQuestions(
      actor: Actor,
      collectionId: string,
      settings: Settings,
      { signal, describeFailure }: Reader,
    ): AsyncGenerator<QuestionRunEvent> {
      await collections.getCollection(actor, collectionId)
      const release = concurrency.beginWithin(actor.id)
      const ends = watchEnds(actor)
      const used: UsedModel[] = []
      const startedAt = performance.now()
      let outcome: 'completed' | 'stopped' | 'failed' = 'stopped'
      let failure: unknown
      try {
        const all = await rows.findAll(collectionId)
        const questions = all.filter(isAnswerable)
        yield { type: 'begun', total: questions.length, without_source: all.length - questions.length }
        yield* askAll(actor, { questions, settings, used }, AbortSignal.any([signal, ends.signal]))
        outcome = 'completed'
      } catch (error) {
        if (signal.aborted) return
        outcome = 'failed'
        failure = ends.signal.aborted ? ends.signal.reason : error
        yield { type: 'failed', error: describeFailure(failure) }
      } finally {
        ends.close()
        release()
        const latencyMs = Math.round(performance.now() - startedAt)
        await recordModelUsage(pool, { flow: 'search', ...usedBy(actor), models: used, outcome, failure, latencyMs })
      }
    },
  }
}

function presentFirst([first]: readonly RankedChunk[]): QuestionOutcome['first'] {
  if (!first) return null
  const { chunk } = first
  return {
    chunk_id: chunk.id,
    source: { id: chunk.source.id, title: chunk.source.title },
    heading_path: [...chunk.headingPath],
    page: chunk.pageFrom,
    text: chunk.text.slice(0, shownCharacters).toWellFormed(),
  }
}

function measure(ranks: readonly (number | null)[], k: number): QuestionQuality {
  const { recallAtK, hitAt1, mrrAt10 } = measureRanks(
    ranks.map((rank) => [rank]),
    k,
  )
  return { count: ranks.length, recall_at_k: recallAtK, hit_at_1: hitAt1, mrr_at_10: mrrAt10 }
}

/** `ranks` are those of the questions, in their order. */
function measureByLanguage(questions: readonly QuestionRow[], ranks: readonly (number | null)[], k: number) {
  const asked = questions.map((question, index) => ({ ...presentQuestion(question), rank: ranks[index] ?? null }))
  const languages = [...Map.groupBy(asked, ({ language }) => language)].map(([language, own]) => ({
    language,
    ...measure(
      own.map(({ rank }) => rank),
      k,
    ),
  }))
  return { all: measure(ranks, k), languages }
}
