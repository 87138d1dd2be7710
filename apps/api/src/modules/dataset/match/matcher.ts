// Compares questions with the wordings of a version. A version never changes, so its index is kept in memory; who may read it is asked
// before, at each question.
import type { MatchedBy, QaNotice } from '@heddle/contracts/dataset/qa-match'
import { limits } from '@heddle/contracts/limits'
import { decodeVector } from '@heddle/retrieval/vectors'
import {
  createWordingIndex,
  listTerms,
  scoreByMeaning,
  scoreByWords,
  takeNearest,
  type Wording,
  type WordingIndex,
} from '@heddle/retrieval/wording/wording-index'
import { toEmbeddedText } from '@heddle/text/language/folding'
import type { UsedCall } from '@heddle/workflow/model/ports'
import { LRUCache } from 'lru-cache'
import { setImmediate } from 'node:timers/promises'
import type { Pool } from 'pg'
import { listDatabaseCodes } from '../../../platform/database/database-codes.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Embedder } from '../../../platform/inference/embedding/embedder.ts'
import { createFingerprintWatch } from '../../../platform/inference/embedding/fingerprint-watch.ts'
import type { AnswerVersion } from './answer-version.sql.ts'
import { toSettings, WordingEmbedding } from './prepare-wordings.ts'
import { toWordingKey } from './qa-row.ts'
import { findValidity, readWordings, type ValidRow } from './wording-table.sql.ts'

/** Of the indexes of all versions; what does not fit is read at each question. */
const maxIndexBytes = 96 * 2 ** 20
/** What a term of a wording takes. */
const termBytes = 40
const wordingBytes = 300
/** Wordings after which other work has a turn. */
export const wordingsPerTurn = 50
/** Of restored databases the worker fills within a minute (`update-dataset-tables`). */
const undefinedTable = '42P01'

/** Until its keeper has set a threshold, only the same words get an answer: cotton and wool are one word apart, and nearly one meaning. */
const defaultThreshold = 1

type VersionIndex = { readonly index: WordingIndex; readonly rows: readonly ValidRow[]; readonly bytes: number }

export type NearRow = { readonly rowId: string; readonly wording: string; readonly score: number }
/** The questions as they are compared; without vectors of a version that has them only the same words match. */
export type AskedQuestions = {
  readonly questions: readonly string[]
  readonly vectors: readonly Float32Array[] | null
  readonly calls: readonly UsedCall[]
  readonly notices: readonly QaNotice[]
}

const readEmbedding = ({ embedding }: AnswerVersion) => (embedding === null ? null : WordingEmbedding.parse(embedding))

/** Returns how a version compares, and from which score on it answers. */
export function readComparison(version: AnswerVersion) {
  const model = readEmbedding(version)?.model ?? null
  const by: MatchedBy = model === null ? 'words' : 'meaning'
  return { by, embedding_model: model, threshold: version.threshold ?? defaultThreshold }
}

const isValid = ({ validFrom, validUntil }: ValidRow, today: string) =>
  (validFrom === null || validFrom <= today) && (validUntil === null || validUntil >= today)

/** Whose turn it is at the endpoint, and whether no one waits. */
type Asker = { readonly userId: string; readonly isBackground?: boolean }

export type Matcher = ReturnType<typeof createMatcher>

export function createMatcher({ pool, embedder, now }: { readonly pool: Pool; readonly embedder: Embedder; readonly now: () => Date }) {
  const indexes = new LRUCache<string, VersionIndex, { tableNumber: number }>({
    maxSize: maxIndexBytes,
    sizeCalculation: ({ bytes }) => bytes,
    fetchMethod: (_, __, { context }) => loadIndex(pool, context.tableNumber),
    // One that is crowded out while it is read is still for those who wait.
    ignoreFetchAbort: true,
  })
  const fingerprints = createFingerprintWatch({ embedder, now })

  return {
    /** Embeds questions for a version. What does not answer is a notice. Throws the signal's reason once it is aborted. */
    async ask(version: AnswerVersion, asked: readonly string[], asker: Asker, signal: AbortSignal): Promise<AskedQuestions> {
      const questions = asked.map((question) => question.slice(0, limits.qaWordingCharacters).toWellFormed().trim())
      const embedding = readEmbedding(version)
      if (!embedding || questions.every((question) => question === '')) return { questions, vectors: null, calls: [], notices: [] }
      try {
        const request = { tenantId: version.tenantId, modelName: embedding.model, settings: toSettings(embedding), ...asker }
        const made = { ...request, id: version.versionId, fingerprint: Buffer.from(embedding.fingerprint, 'base64') }
        if (!(await fingerprints.isUnchanged(made, signal)))
          return { questions, vectors: null, calls: [], notices: ['embedding_model_changed'] }
        const texts = questions.map(toEmbeddedText)
        const { vectors, model, usage, serverCalls } = await embedder.embed({ ...request, texts, purpose: 'query' }, signal)
        return { questions, vectors, calls: [{ model, usage, serverCalls }], notices: [] }
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof AppError)) throw error
        const isOther = error.code === 'EMBEDDING_INVALID' && error.params?.['problem'] === 'dimensions'
        return { questions, vectors: null, calls: [], notices: [isOther ? 'embedding_model_changed' : 'embedding_unavailable'] }
      }
    },

    /** Returns the rows nearest to each question, the best first, of answers that are valid on the tenant's day. */
    async findNear(version: AnswerVersion, { questions, vectors }: AskedQuestions, max: number): Promise<NearRow[][]> {
      const { versionId, tableNumber, today } = version
      const loaded = await indexes.fetch(versionId, { context: { tableNumber } }).catch((error: unknown) => {
        if (listDatabaseCodes(error).includes(undefinedTable)) throw new AppError('SERVICE_UNAVAILABLE', { cause: error })
        throw error
      })
      if (!loaded) return questions.map(() => [])
      const { index, rows } = loaded
      const hasVectors = readEmbedding(version) !== null
      const found: NearRow[][] = []
      for (const [at, question] of questions.entries()) {
        // Each is compared with up to 10,000 wordings: other work has a turn after each.
        if (at > 0) await setImmediate()
        const vector = vectors?.[at]
        const byWords = hasVectors ? [] : scoreByWords(index, listTerms(question))
        const near = takeNearest(
          index,
          { key: toWordingKey(question), scored: vector ? scoreByMeaning(index, vector) : byWords, max },
          (owner) => isValid(rows[owner] ?? { id: '', validFrom: null, validUntil: '' }, today),
        )
        found.push(
          near.map(({ wording, score }) => {
            const { owner = -1, text = '' } = index.wordings[wording] ?? {}
            return { rowId: rows[owner]?.id ?? '', wording: text, score }
          }),
        )
      }
      return found
    },
  }
}

async function loadIndex(pool: Pool, tableNumber: number): Promise<VersionIndex> {
  const rows = await findValidity(pool, tableNumber)
  const owners = new Map(rows.map(({ id }, at) => [id, at]))
  const wordings: Wording[] = []
  const terms: (readonly string[])[] = []
  let bytes = 0
  for await (const page of readWordings(pool, tableNumber)) {
    for (const { rowId, text, embedding } of page) {
      const own = listTerms(text)
      wordings.push({ owner: owners.get(rowId) ?? -1, text, key: toWordingKey(text), vector: embedding && decodeVector(embedding) })
      terms.push(own)
      bytes += wordingBytes + text.length * 4 + own.length * termBytes + (embedding?.byteLength ?? 0)
      if (wordings.length % wordingsPerTurn === 0) await setImmediate()
    }
  }
  return { index: createWordingIndex(wordings, terms), rows, bytes: Math.max(1, bytes) }
}
