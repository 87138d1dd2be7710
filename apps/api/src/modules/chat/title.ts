// A title by the model, in the chat's response language: a run of one node.
import { limits } from '@heddle/contracts/limits'
import { estimateTokens } from '@heddle/text/count-tokens'
import { countPromptTokens } from '@heddle/workflow/model/call/usage-estimate'
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '../../platform/errors/app-error.ts'
import { createConcurrencyLimit } from '../../platform/http/concurrency-limit.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import type { ModelService } from '../model/model.service.ts'
import type { BackgroundRuns } from '../run/background-run.ts'
import { usedBy } from '../usage/model-usage.service.ts'
import type { ChatView } from './chat.presenter.ts'
import { titleMessages, titleNode, toChatTitle } from './title-node.ts'

const timeLimitMs = 20_000
/** Tokens that a title is taken to need, until the model has said it. */
const estimatedAnswer = 100
/** A title is a call of a model like a reply, and a user needs no more of them at once than of those. */
const concurrentTitles = { maxPerUser: limits.runningRepliesPerUser, maxTotal: 32 }

const nodeId = 'title'
const workflow = {
  graph: { nodes: [{ id: nodeId, type: nodeId, title: 'Title' }], edges: [] },
  nodeTypes: new Map([[nodeId, titleNode]]),
  only: { nodeId, values: new Map<string, never>() },
}

type TitleDependencies = {
  readonly models: ModelService
  readonly backgroundRuns: BackgroundRuns
  readonly log: FastifyBaseLogger
}

export type TitleWriter = ReturnType<typeof createTitleWriter>

export function createTitleWriter({ models, backgroundRuns, log }: TitleDependencies) {
  const concurrency = createConcurrencyLimit(concurrentTitles)

  async function write(actor: Actor, { chat, assistant }: ChatView, content: string, disconnected: AbortSignal): Promise<string> {
    const model = await models.chooseModel(actor, { preferredId: chat.modelId }, assistant)
    if (!model) throw new AppError('CHAT_TITLE_FAILED')
    const { responseLanguage, assistantId } = chat
    const { id, name, contextTokens } = model
    const run = {
      input: { ...workflow, question: content, responseLanguage, model: { id, name, contextTokens } },
      owner: { flow: 'title', ...usedBy(actor), assistantId, chatId: chat.id },
      estimatedTokens: countPromptTokens(titleMessages(content, responseLanguage), estimateTokens) + estimatedAnswer,
      maxMs: timeLimitMs,
    } as const
    const { text, outcome } = await backgroundRuns.perform(run, disconnected)
    const { status, error, failure } = outcome
    if (status === 'completed') return toChatTitle(text)
    log.warn({ chatId: chat.id, model: name, outcome: status, code: error?.code, err: failure }, 'Title was not written')
    throw new AppError('CHAT_TITLE_FAILED', { cause: failure })
  }

  return {
    /**
     * Returns the title; throws `CHAT_TITLE_FAILED`, `USAGE_LIMIT_REACHED` when no tokens are left, and `RATE_LIMITED` while as
     * many are written for the user as may be at once. What the model used is recorded. `disconnected` is aborted when the client disconnects.
     */
    async writeTitle(actor: Actor, chat: ChatView, content: string, disconnected: AbortSignal): Promise<string> {
      const end = concurrency.beginWithin(actor.id)
      return write(actor, chat, content, disconnected).finally(end)
    },
  }
}
