// The row that a feedback becomes: what an administrator wrote of it, in the columns of its kind.
import type { Cells } from '@heddle/contracts/dataset/cell'
import { evalColumn, qaColumn } from '@heddle/contracts/dataset/kind-columns'
import type { createFeedbackRow, FeedbackRowKind } from '@heddle/contracts/feedback/feedback'
import type { z } from 'zod'

type NewFeedbackRow = z.output<typeof createFeedbackRow.schema.body>['row']

/** Where the row of each kind has what the user asked. */
export const questionColumn: Readonly<Record<FeedbackRowKind, string>> = { eval: evalColumn.question, qa: qaColumn.question }

export function toRowCells({ kind, question, language, answer = '' }: NewFeedbackRow): Cells {
  if (kind === 'qa') return { [qaColumn.question]: question, [qaColumn.answer[language]]: answer }
  return {
    [evalColumn.question]: question,
    [evalColumn.language]: language,
    ...(answer !== '' && { [evalColumn.answer]: answer }),
    [evalColumn.origin]: 'feedback',
    [evalColumn.state]: answer === '' ? 'draft' : 'ready',
  }
}
