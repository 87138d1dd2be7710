// What the keeper of approved answers tries and looks after. Who calls has the permission `manage_knowledge`, so every dataset of the tenant
// is the caller's.
import { evalColumn, qaColumn } from '@heddle/contracts/dataset/kind-columns'
import type { testQa } from '@heddle/contracts/dataset/qa-match'
import { limits } from '@heddle/contracts/limits'
import { findNearEqual, type NearPair } from '@heddle/retrieval/wording/near-equal'
import { countByThreshold, proposeThreshold, type TestedMatch } from '@heddle/retrieval/wording/threshold'
import { createWordingIndex, listTerms } from '@heddle/retrieval/wording/wording-index'
import { toTextKey } from '@heddle/table/text-key'
import type { UsedCall } from '@heddle/workflow/model/ports'
import { setImmediate } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import { recordModelUsage, usedBy } from '../../usage/model-usage.service.ts'
import type { DatasetRecord } from '../dataset.repository.ts'
import type { DatasetService } from '../dataset.service.ts'
import type { AnswerService } from './answers.service.ts'
import { findAnswersOfTenant, findReviewedRows, findRowsOf, findToday, type StoredQaRow } from './answer-version.sql.ts'
import { type Matcher, readComparison, wordingsPerTurn } from './matcher.ts'
import { haveSameAnswer, listAnswerKeys, listLines, listSourceKeys, listWordings, type QaTexts } from './qa-row.ts'
import { findQaRows } from './wording-table.sql.ts'

const maxMatches = 5
/** Questions of one call of an embedding model; few enough to come within the time of a query. */
const questionsPerCall = 8
/** Pairs with different answers after which a review ends, and pairs in all. */
const maxPairs = 1_000
const maxCompared = 100_000

type Dependencies = {
  readonly pool: Pool
  readonly now: () => Date
  readonly datasets: DatasetService
  readonly matcher: Matcher
  readonly answers: AnswerService
}

export type QaTestService = ReturnType<typeof createQaTestService>

export function createQaTestService({ pool, now, datasets, matcher, answers }: Dependencies) {
  async function getOfKind(actor: Actor, id: string, kind: DatasetRecord['kind']) {
    const dataset = await datasets.getDataset(actor, id)
    if (dataset.kind !== kind) throw new AppError('DATASET_NOT_FOUND')
    return dataset
  }

  async function review(actor: Actor, id: string, signal: AbortSignal) {
    signal.throwIfAborted()
    const rows = await findReviewedRows(pool, id, limits.qaWordings)
    const today = await findToday(pool, actor.tenantId, now())
    const expired = rows.flatMap((row) => {
      const validUntil = row.texts[qaColumn.validUntil]
      return validUntil && validUntil < today ? [{ ...toReviewed(row), valid_until: validUntil }] : []
    })
    const { pairs, isCut } = await findPairs(rows, signal)
    const max = limits.qaReviewedRows
    return {
      near_equal: pairs.slice(0, max).flatMap(({ owners: [a, b], score }) => {
        const [one, other] = [rows[a], rows[b]]
        return one && other ? [{ rows: [toReviewed(one), toReviewed(other)] as [Reviewed, Reviewed], score }] : []
      }),
      expired: expired.slice(0, max),
      is_cut: isCut || expired.length > max || pairs.length > max,
    }
  }
  const reviews = new Map<string, ReturnType<typeof review>>()

  return {
    async testQa(
      actor: Actor,
      id: string,
      { question, language = actor.language }: z.output<typeof testQa.schema.body>,
      signal: AbortSignal,
    ) {
      await getOfKind(actor, id, 'qa')
      const version = await findAnswersOfTenant(pool, actor.tenantId, id, now())
      if (!version) return { comparison: null, matches: [], answer: null, notices: [] }
      const startedAt = performance.now()
      const asked = { question, language, userId: actor.id, max: maxMatches }
      const { comparison, near, calls, notices } = await answers.findInVersion(version, asked, signal)
      await recordUse(pool, actor, calls, startedAt)
      const [best] = near
      return {
        comparison,
        matches: [...near],
        answer: best && best.score >= comparison.threshold ? best.answer : null,
        notices: [...notices],
      }
    },

    async proposeQaThreshold(actor: Actor, id: string, evalSetId: string, signal: AbortSignal) {
      await getOfKind(actor, id, 'qa')
      await getOfKind(actor, evalSetId, 'eval')
      const version = await findAnswersOfTenant(pool, actor.tenantId, id, now())
      const rows = await findRowsOf(pool, evalSetId, { number: null, max: limits.qaThresholdRows })
      const tests = rows.flatMap(({ texts }) => readExpectation(texts) ?? [])
      const counts = { asked: tests.length, skipped: rows.length - tests.length }
      if (!version) return { comparison: null, ...counts, steps: [], proposed: null, notices: [] }
      const startedAt = performance.now()
      const matches: TestedMatch[] = []
      const notices = new Set<'embedding_unavailable' | 'embedding_model_changed'>()
      const calls: UsedCall[] = []
      let isWhole = false
      try {
        for (let from = 0; from < tests.length; from += questionsPerCall) {
          const part = tests.slice(from, from + questionsPerCall)
          const asked = await matcher.ask(
            version,
            part.map(({ question }) => question),
            { userId: actor.id },
            signal,
          )
          const near = await matcher.findNear(version, asked, 1)
          const ids = near.flatMap(([best]) => (best ? [best.rowId] : []))
          const found = await findQaRows(pool, version.tableNumber, ids)
          for (const [at, { isRight }] of part.entries()) {
            const best = near[at]?.[0]
            if (best) matches.push({ score: best.score, isRight: isRight(found.get(best.rowId)?.texts ?? {}) })
          }
          calls.push(...asked.calls)
          for (const notice of asked.notices) notices.add(notice)
          await setImmediate()
        }
        isWhole = true
      } finally {
        // What was asked before a failure has been used too.
        if (isWhole || calls.length > 0) await recordUse(pool, actor, calls, startedAt, isWhole ? 'completed' : 'failed')
      }
      const steps = countByThreshold(matches)
      return { comparison: readComparison(version), ...counts, steps, proposed: proposeThreshold(steps), notices: [...notices] }
    },

    /** A user has one review at a time, as it takes seconds of the process. */
    async reviewQa(actor: Actor, id: string, signal: AbortSignal) {
      await getOfKind(actor, id, 'qa')
      const turn = Promise.resolve(reviews.get(actor.id)).then(
        () => review(actor, id, signal),
        () => review(actor, id, signal),
      )
      reviews.set(actor.id, turn)
      try {
        return await turn
      } finally {
        if (reviews.get(actor.id) === turn) reviews.delete(actor.id)
      }
    },
  }
}

type Reviewed = ReturnType<typeof toReviewed>
const toReviewed = ({ id, rowNo, texts }: StoredQaRow) => ({ row_id: id, row_no: rowNo, question: texts[qaColumn.question] ?? '' })

async function recordUse(
  pool: Pool,
  actor: Actor,
  calls: readonly UsedCall[],
  startedAt: number,
  outcome: 'completed' | 'failed' = 'completed',
) {
  const models = calls.map(({ model, usage, serverCalls }) => ({ ...model, usage, serverCalls }))
  const latencyMs = Math.round(performance.now() - startedAt)
  await recordModelUsage(pool, { flow: 'search', ...usedBy(actor), models, outcome, latencyMs })
}

/** Returns pairs of rows with near-equal wordings and different answers, the nearest first. */
async function findPairs(
  rows: readonly StoredQaRow[],
  signal: AbortSignal,
): Promise<{ readonly pairs: readonly NearPair[]; readonly isCut: boolean }> {
  const wordings = rows
    .flatMap(({ texts }, owner) => listWordings(texts).map((own) => ({ ...own, owner, vector: null })))
    .slice(0, limits.qaWordings)
  let done = 0
  async function takeTurn() {
    if (++done % wordingsPerTurn !== 0) return
    await setImmediate()
    signal.throwIfAborted()
  }
  const terms: (readonly string[])[] = []
  for (const { text } of wordings) {
    terms.push(listTerms(text))
    await takeTurn()
  }
  const pairs: NearPair[] = []
  let compared = 0
  for (const found of findNearEqual(createWordingIndex(wordings, terms), terms)) {
    compared += found.length
    pairs.push(...found.filter(({ owners: [a, b] }) => !haveSameAnswer(rows[a]?.texts ?? {}, rows[b]?.texts ?? {})))
    if (pairs.length >= maxPairs || compared >= maxCompared) return { pairs: sortPairs(pairs), isCut: true }
    await takeTurn()
  }
  return { pairs: sortPairs(pairs), isCut: false }
}

const sortPairs = (pairs: readonly NearPair[]) => pairs.toSorted((a, b) => b.score - a.score)

/** Returns the question of a row of an evaluation set, and what tells the expected answer; null where the row does not say it. */
function readExpectation(
  cells: Readonly<Record<string, unknown>>,
): { readonly question: string; readonly isRight: (row: QaTexts) => boolean } | null {
  function read(id: string): string {
    const value = cells[id]
    return typeof value === 'string' ? value.trim() : ''
  }
  const question = read(evalColumn.question)
  if (question === '' || read(evalColumn.state) === 'draft') return null
  if (cells[evalColumn.mustRefuse] === true) return { question, isRight: () => false }
  const expected = toTextKey(read(evalColumn.answer))
  const points = listLines(read(evalColumn.points)).map(toTextKey)
  const sources = listLines(read(evalColumn.sources)).map(toTextKey)
  if (expected === '' && points.length === 0 && sources.length === 0) return null
  return {
    question,
    isRight(row) {
      const answers = listAnswerKeys(row)
      if (expected !== '' && answers.includes(expected)) return true
      if (points.length > 0 && answers.some((answer) => points.every((point) => answer.includes(point)))) return true
      return sources.some((source) => listSourceKeys(row).some((own) => own.includes(source)))
    },
  }
}
