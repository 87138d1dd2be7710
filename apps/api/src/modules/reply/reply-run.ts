// The run of a reply in a chat.
import type { Seal } from '../message/seal/seal.ts'
import type { MessageRow } from '../message/message.sql.ts'
import type { ShareRetrieval } from '../run/ports/shared-retrieval.ts'
import type { RunInput } from '../run/run.ts'

export type ReplyRun = RunInput & {
  readonly runId: string
  readonly chatId: string
  readonly questionId: string
  /** The row of the reply, as the run found it. */
  readonly reply: MessageRow
  readonly tenantId: string
  readonly userId: string
  readonly groupIds: readonly string[]
  readonly assistantId: string
  readonly workflowVersionId: string
  /** Of the chat, since the message was accepted. */
  readonly version: number
  readonly remainingRequests: number
  /** Of a temporary chat. */
  readonly seal: Seal | null
  /** Of a reply beside others. */
  readonly shareRetrieval?: ShareRetrieval
}
