// Empties the questions of drafts that are still word for word what a user had included, when the user takes it back or goes.
import { FeedbackDetail, FeedbackRowKind } from '@heddle/contracts/feedback/feedback'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'
import { sharedSql } from '../../platform/permissions/chat.permissions.ts'
import { listQuestions } from './feedback.rules.ts'
import { lockFeedback } from './feedback.sql.ts'
import { questionColumn } from './row-cells.ts'

const isShared = Prisma.raw(sharedSql)

type Included = {
  readonly rows: readonly { readonly kind: string; readonly rowId: string; readonly dataset: { readonly id: string } }[]
  readonly conversation: unknown
}

type ForgottenText = { readonly datasetId: string; readonly rowId: string; readonly column: string; readonly texts: readonly string[] }

/** Empties those of a locked feedback. */
export async function forgetQuestions({ rows, conversation }: Included, forget: (text: ForgottenText) => Promise<void>): Promise<void> {
  const texts = listQuestions(FeedbackDetail.shape.conversation.parse(conversation))
  if (texts.length === 0) return
  for (const { kind, rowId, dataset } of rows.toSorted((one, other) => (one.dataset.id < other.dataset.id ? -1 : 1)))
    await forget({ datasetId: dataset.id, rowId, column: questionColumn[FeedbackRowKind.parse(kind)], texts })
}

const included = {
  tenantId: true,
  conversation: true,
  rows: { select: { kind: true, rowId: true, dataset: { select: { id: true } } } },
} as const satisfies Prisma.MessageFeedbackSelect

/** Takes back what a user had included of chats that go with the account. `forget` empties a cell of a draft of the tenant. */
export async function forgetQuestionsOfUser(
  db: PrismaClient,
  userId: string,
  forget: (tx: Queryable, tenantId: string, text: ForgottenText) => Promise<void>,
): Promise<void> {
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT f.id::text FROM message_feedback f LEFT JOIN message m ON m.id = f.message_id LEFT JOIN chat c ON c.id = m.chat_id
    WHERE f.user_id = ${userId}::uuid AND f.conversation IS NOT NULL AND (c.id IS NULL OR NOT ${isShared})
      AND EXISTS (SELECT FROM feedback_row r WHERE r.feedback_id = f.id)`
  for (const { id } of found)
    await db.$transaction(async (tx) => {
      await lockFeedback(tx, id)
      const given = await tx.messageFeedback.findUnique({ where: { id }, select: included })
      if (!given) return
      await forgetQuestions(given, (text) => forget(tx, given.tenantId, text))
      await tx.messageFeedback.update({ where: { id }, data: { conversation: Prisma.DbNull }, select: { id: true } })
    })
}
