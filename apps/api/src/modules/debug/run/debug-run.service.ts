// One's own runs. Each statement names the actor: no role reads those of another.
import type { DebugRun, DebugRunItem, queryDebugRuns } from '@heddle/contracts/debug/debug-run'
import { DebugRunFlow } from '@heddle/contracts/debug/debug-run'
import { limits } from '@heddle/contracts/limits'
import { RunOutcome } from '@heddle/contracts/trial/workflow-run'
import type { Pool } from 'pg'
import { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Paging } from '../../../platform/http/paging.ts'
import { presentText, presentTime } from '../../../platform/http/presenting.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { MessageService } from '../../message/message.service.ts'
import { presentMessage } from '../../message/message.presenter.ts'
import { presentRun } from '../../trial/workflow-run.presenter.ts'
import type { WorkflowRunService } from '../../trial/workflow-run.service.ts'
import { findOwnRun, findOwnRuns, type OwnRun, type RunRow } from './debug-run.sql.ts'
import { buildReplyEvents, buildTestEvents } from './replay-events.ts'

type Dependencies = {
  readonly pool: Pool
  readonly paging: Paging
  readonly messages: MessageService
  readonly workflowRuns: WorkflowRunService
}

const presentItem = ({
  id,
  flow,
  outcome,
  endedAt,
  question,
  chat,
  assistant,
  workflow,
  model,
  usage,
  ms,
  firstTokenMs,
}: RunRow): DebugRunItem => ({
  id,
  flow,
  outcome,
  ended_at: presentTime(endedAt),
  question,
  chat,
  assistant: assistant && { id: assistant.id, name: presentText(assistant.name) },
  workflow: workflow && { ...workflow, name: presentText(workflow.name) },
  model,
  usage,
  ms,
  first_token_ms: firstTokenMs,
})

/** The last call that said anything, which made the text. */
function findAnswering(calls: OwnRun['calls']) {
  const call = calls.findLast(({ node_id: nodeId, usage }) => nodeId !== null && usage.output_tokens > 0)
  return call && call.node_id !== null ? { nodeId: call.node_id, firstTokenMs: call.first_token_ms ?? 0 } : null
}

export type DebugRunService = ReturnType<typeof createDebugRunService>

export function createDebugRunService({ pool, paging, messages, workflowRuns }: Dependencies) {
  const list = paging.defineList({
    name: 'own runs',
    filters: z.object({
      user_id: z.string(),
      flow: DebugRunFlow.optional(),
      outcome: RunOutcome.optional(),
      assistant_id: z.string().optional(),
      chat_id: z.string().optional(),
    }),
    owner: 'user_id',
    key: z.object({ endedAt: z.coerce.date(), eventId: z.string() }),
    defaultSize: limits.chatPageSize,
  })

  async function loadReply(actor: Actor, run: OwnRun): Promise<DebugRun['reply']> {
    const { id, chat, messageId, ms, firstTokenMs, contentStart, reasoningStart } = run
    if (!chat || !messageId) return null
    const readerId = actor.id
    const [rows, end] = await Promise.all([
      messages.loadPath({ chatId: chat.id, readerId, leafId: messageId, limit: 2, withSources: true }),
      messages.loadEnd(messageId, readerId),
    ])
    const [question, message] = rows.map(presentMessage)
    if (!question || !message || !end) return null
    if (end.runId !== id) return { question, message, later_run_id: end.runId, events: [] }
    const course = { ms, firstTokenMs, answering: findAnswering(run.calls) }
    const { conversationId, done } = end
    const events = done ? buildReplyEvents({ question, contentStart, reasoningStart, conversationId, done, ...course }) : []
    return { question, message, later_run_id: null, events }
  }

  async function loadTest(actor: Actor, { id, flow, calls }: OwnRun): Promise<DebugRun['test']> {
    const row = flow === 'test' ? await workflowRuns.findOwnRun(actor, id) : null
    if (!row) return null
    const run = presentRun(row)
    const { text, notices, sources, trace, outcome, error, usage, cost, ms, first_token_ms, model } = run
    const end = { outcome, error, usage, cost, ms, first_token_ms, model }
    const done = { type: 'done', run_id: id, text, notices, ...end } as const
    return { run, events: buildTestEvents({ sources, trace, done, answering: findAnswering(calls) }) }
  }

  return {
    async queryDebugRuns(actor: Actor, { page_size, page_token, ...filters }: z.output<typeof queryDebugRuns.schema.body>) {
      const page = list.read({ page_size, page_token }, { ...filters, user_id: actor.id })
      const found = await findOwnRuns(pool, actor, page.filters, { after: page.after, take: page.size + 1 })
      const { rows, nextPageToken } = list.cut(page, found, ({ endedAt, eventId }) => ({ endedAt, eventId }))
      return { runs: rows.map(presentItem), next_page_token: nextPageToken }
    },

    async getDebugRun(actor: Actor, id: string): Promise<DebugRun> {
      const run = await findOwnRun(pool, actor, id)
      if (!run) throw new AppError('NOT_FOUND')
      const [reply, test] = await Promise.all([loadReply(actor, run), loadTest(actor, run)])
      return { ...presentItem(run), nodes: [...run.nodes], calls: [...run.calls], reply, test }
    },
  }
}
