// Approved answers as their readers ask for them: of what a person may read at that moment, and valid on the tenant's day.
import type { ApprovedAnswer, MatchedBy, QaMatch, QaNotice } from '@heddle/contracts/dataset/qa-match'
import { qaColumn } from '@heddle/contracts/dataset/kind-columns'
import type { Language } from '@heddle/contracts/languages'
import type { LocalizedText } from '@heddle/contracts/wire'
import type { UsedCall } from '@heddle/workflow/model/ports'
import type { Pool } from 'pg'
import { presentText } from '../../../platform/http/presenting.ts'
import type { ActorAccess } from '../../../platform/permissions/actor.ts'
import { type AnswerVersion, findReadableAnswers } from './answer-version.sql.ts'
import { type Matcher, readComparison } from './matcher.ts'
import { chooseAnswer } from './qa-row.ts'
import { findQaRows } from './wording-table.sql.ts'

export type NearAnswer = QaMatch & { readonly answer: ApprovedAnswer }

export type FoundAnswers = {
  readonly name: LocalizedText
  readonly version: number
  readonly comparison: { readonly by: MatchedBy; readonly embedding_model: string | null; readonly threshold: number }
  /** The best first. */
  readonly near: readonly NearAnswer[]
  readonly calls: readonly UsedCall[]
  readonly notices: readonly QaNotice[]
}

type Asked = {
  readonly question: string
  readonly language: Language
  readonly userId: string
  readonly max: number
  readonly isBackground?: boolean
}

export type AnswerService = ReturnType<typeof createAnswerService>

export function createAnswerService({ pool, matcher, now }: { readonly pool: Pool; readonly matcher: Matcher; readonly now: () => Date }) {
  /** Throws the signal's reason once it is aborted. */
  async function findInVersion(
    version: AnswerVersion,
    { question, language, userId, max, isBackground = false }: Asked,
    signal: AbortSignal,
  ): Promise<FoundAnswers> {
    const asked = await matcher.ask(version, [question], { userId, isBackground }, signal)
    const [near = []] = await matcher.findNear(version, asked, max)
    const rows = await findQaRows(
      pool,
      version.tableNumber,
      near.map(({ rowId }) => rowId),
    )
    return {
      name: presentText(version.name),
      version: version.number,
      comparison: readComparison(version),
      near: near.flatMap(({ rowId, wording, score }) => {
        const row = rows.get(rowId)
        const answer = row && chooseAnswer(row.texts, language)
        if (!answer) return []
        return [{ row_id: rowId, row_no: row.rowNo, question: row.texts[qaColumn.question] ?? wording, wording, score, answer }]
      }),
      calls: asked.calls,
      notices: asked.notices,
    }
  }

  return {
    findInVersion,

    /** Returns the nearest answers of a dataset; null for one that is not published or not the actor's to read. */
    async findNear(actor: ActorAccess, datasetId: string, asked: Asked, signal: AbortSignal): Promise<FoundAnswers | null> {
      const version = await findReadableAnswers(pool, actor, datasetId, now())
      return version && findInVersion(version, asked, signal)
    },
  }
}
