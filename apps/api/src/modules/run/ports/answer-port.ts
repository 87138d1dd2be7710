// The port of a run to approved answers: what is near for the user who asks, with the groups that this user has at that moment.
import { kindColumns, qaColumn } from '@heddle/contracts/dataset/kind-columns'
import type { Language } from '@heddle/contracts/languages'
import type { CitedRows } from '@heddle/contracts/message/cited-rows'
import { escapeCitations } from '@heddle/text/citation/escape-citations'
import type { ApprovedAnswerPort, NearAnswer, NearAnswers } from '@heddle/workflow/model/ports'
import type { Dependencies } from '../../../platform/dependencies.ts'
import { findClaimFacts, type Holder } from '../../../platform/permissions/stream-authority.sql.ts'
import { inSpan, startSpan } from '../../../platform/telemetry/spans.ts'
import type { AnswerService, FoundAnswers } from '../../dataset/match/answers.service.ts'

type PortDependencies = Pick<Dependencies, 'pool' | 'now'> & { readonly approvedAnswers: AnswerService }

const notReadable: NearAnswers = { isReadable: false, near: [], threshold: 1, calls: [], notices: [] }

/** Creates the port of a user's runs. A user who is no longer active finds nothing. */
export const createAnswerPort = (
  { pool, now, approvedAnswers }: PortDependencies,
  holder: Holder,
  { isBackground }: { readonly isBackground: boolean },
): ApprovedAnswerPort => ({
  async findNear({ datasetId, question, language, max }, signal) {
    const [facts] = await findClaimFacts(pool, [{ holder, right: {} }], now())
    if (!facts?.access) return notReadable
    const { access } = facts
    const span = startSpan('qa_match', { attributes: { 'gen_ai.data_source.id': datasetId } })
    const asked = { question, language, userId: holder.id, max, isBackground }
    const found = await inSpan(span, () => approvedAnswers.findNear(access, datasetId, asked, signal))
    signal.throwIfAborted()
    if (!found) return notReadable
    const { comparison, calls, notices } = found
    return {
      isReadable: true,
      near: found.near.map((near) => toNearAnswer(near, { found, language, datasetId })),
      threshold: comparison.threshold,
      calls,
      notices,
    }
  },
  escapeCitations,
})

type Told = { readonly found: FoundAnswers; readonly language: Language; readonly datasetId: string }

function toNearAnswer(
  { row_id: rowId, question, score, answer }: FoundAnswers['near'][number],
  { found, language, datasetId }: Told,
): NearAnswer {
  const { name, version } = found
  const cells = [question, answer.text, answer.sources.join('\n') || null, answer.valid_from, answer.valid_until]
  const rows: CitedRows = {
    dataset_ids: [datasetId],
    version,
    columns: [qaColumn.question, qaColumn.answer[answer.language], qaColumn.sources, qaColumn.validFrom, qaColumn.validUntil].map((id) => ({
      name: nameColumn(id, language),
      unit: null,
      decimals: null,
      conversion: 'none',
      is_key: false,
      omitted: 0,
    })),
    rows: [{ id: rowId, cells }],
    total: 1,
    matched: 1,
    is_cut: false,
  }
  return { rowId, question, score, answer, cited: { title: name[language] ?? name.default, rows } }
}

function nameColumn(id: string, language: Language): string {
  const column = kindColumns.qa?.find((each) => each.id === id)
  return column?.name[language] ?? column?.name.default ?? id
}
