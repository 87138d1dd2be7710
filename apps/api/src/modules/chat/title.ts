// A title by the model, in the chat's response language.
import type { Language } from '@heddle/contracts/languages'
import { limits } from '@heddle/contracts/limits'
import { convertToTraditional } from '@heddle/text/language/traditional-converter'
import { languageNamesInEnglish } from '@heddle/workflow/response-language'
import { createCallBudget } from '@heddle/workflow/call-budget'
import { readOutcome } from '@heddle/workflow/model-outcome'
import {
  type AnsweringModel,
  type FinishReason,
  ModelError,
  type ModelMessage,
  type ModelPort,
  type ModelUsage,
} from '@heddle/workflow/ports'
import { estimateTokens } from '@heddle/text/count-tokens'
import { countPromptTokens, estimateUsage } from '@heddle/workflow/usage-estimate'
import { randomUUIDv7 } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { AppError } from '../../platform/errors/app-error.ts'
import { type Actor, listGroupIds } from '../../platform/permissions/actor.ts'
import { toStorableText } from '../../platform/database/storable-text.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { ModelRouter } from '../../platform/inference/model-router.ts'
import type { ModelService } from '../model/model.service.ts'
import { reserveUsage } from '../usage-limit/usage-reservation.service.ts'
import { recordUsage } from '../usage/usage.service.ts'
import type { ChatView } from './chat.presenter.ts'
import { cleanTitle } from './chat.rules.ts'
import { createConcurrencyLimit } from '../../platform/http/concurrency-limit.ts'

const timeLimitMs = 20_000
/** Enough for a title after a thought process, and no more. */
const maxOutputTokens = 2_000
const contentCharacters = 4_000
/** Tokens that a title is taken to need, until the model has said it. */
const estimatedAnswer = 100
/** A title is a call of a model like a reply, and a user needs no more of them at once than of those. */
const concurrentTitles = { maxPerUser: limits.runningRepliesPerUser, maxTotal: 32 }

type TitleDependencies = {
  readonly pool: Pool
  readonly modelRouter: ModelRouter
  readonly models: ModelService
  readonly countTokens: (text: string) => number
  readonly stopping: AbortSignal
  readonly log: FastifyBaseLogger
}

export type TitleWriter = ReturnType<typeof createTitleWriter>

const messagesFor = (content: string, language: Language): ModelMessage[] => [
  {
    role: 'system',
    content: `Write a short title for a conversation that begins with the user's message, in ${languageNamesInEnglish[language]}. Answer with the title only: one line, at most eight words, no quotation marks.`,
  },
  { role: 'user', content: toStorableText(content.slice(0, contentCharacters)) },
]

/** What the model has said of a title, and what came in its way. */
type Answer = {
  readonly title: string
  readonly answeredBy: AnsweringModel | null
  readonly outcome: 'completed' | 'stopped' | 'interrupted' | 'failed'
  readonly failure: unknown
  readonly usage: ModelUsage
  readonly serverCalls: number
  readonly firstTokenMs: number | null
  readonly latencyMs: number
}

export function createTitleWriter({ pool, modelRouter, models, countTokens, stopping, log }: TitleDependencies) {
  const concurrency = createConcurrencyLimit(concurrentTitles)
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()

  /** Never throws: whatever happens, the model may have used something. */
  async function askModel(
    port: ModelPort,
    model: string,
    messages: readonly ModelMessage[],
    language: Language,
    left: AbortSignal,
  ): Promise<Answer> {
    const startedAt = performance.now()
    const tooLong = new AbortController()
    const ended = AbortSignal.any([left, stopping, closing.signal])
    const signal = AbortSignal.any([ended, tooLong.signal, AbortSignal.timeout(timeLimitMs)])
    const budget = createCallBudget()
    let answeredBy: AnsweringModel | null = null
    let reported: ModelUsage | undefined
    let firstTokenMs: number | null = null
    let written = ''
    let thought = ''
    let finish: FinishReason = 'stop'
    let failure: unknown
    let title = ''
    try {
      for await (const event of port.generate({ model, messages, maxOutputTokens, budget }, signal)) {
        if (event.type === 'usage') {
          reported = event.usage
          continue
        }
        if (event.type === 'answering') answeredBy = event.model
        if (event.type === 'finish') finish = event.reason
        if (event.type === 'text_was_reasoning') {
          thought += written
          written = ''
        }
        if (event.type !== 'text' && event.type !== 'reasoning') continue
        firstTokenMs ??= Math.round(performance.now() - startedAt)
        if (event.type === 'text') written += event.text
        else thought += event.text
        // An endpoint may not know how many tokens it was allowed.
        if (written.length + thought.length > limits.replyCharacters) tooLong.abort(new Error('The title did not end'))
      }
      const result = readOutcome({ text: written, reasoning: thought, finish })
      if (result !== 'whole') throw new ModelError(result === 'cut' ? 'MODEL_REPLY_CUT' : result)
      title = cleanTitle(language === 'zhHant' ? await convertToTraditional(written) : written, limits.chatTitleCharacters)
    } catch (error) {
      failure = error
    }
    const outcomeOf = () => {
      if (title !== '') return 'completed'
      if (left.aborted) return 'stopped'
      return ended.aborted ? 'interrupted' : 'failed'
    }
    return {
      title,
      answeredBy,
      outcome: outcomeOf(),
      failure,
      usage:
        reported ??
        estimateUsage({ promptTokens: countPromptTokens(messages, countTokens), text: written, reasoning: thought }, countTokens),
      serverCalls: budget.countCalls(),
      firstTokenMs,
      latencyMs: Math.round(performance.now() - startedAt),
    }
  }

  async function write(actor: Actor, { chat, assistant }: ChatView, content: string, left: AbortSignal): Promise<string> {
    const model = await models.chooseModel(actor, { preferredId: chat.modelId }, assistant)
    if (!model) throw new AppError('CHAT_TITLE_FAILED')
    const messages = messagesFor(content, chat.responseLanguage)
    const runId = randomUUIDv7()
    const { id: userId, tenantId } = actor
    const estimatedTokens = countPromptTokens(messages, estimateTokens) + estimatedAnswer
    const { assistantId } = chat
    const reservation = { runId, tenantId, userId, assistantId, modelNames: [model.name], estimatedTokens, flow: 'title' } as const
    await inTransaction(pool, (client) => reserveUsage(client, reservation))
    const { title, failure, answeredBy, serverCalls, ...used } = await askModel(
      modelRouter.open({ tenantId, userId }),
      model.name,
      messages,
      chat.responseLanguage,
      left,
    )
    const { usage, firstTokenMs } = used
    const answered = {
      modelId: answeredBy?.id ?? null,
      endpointId: answeredBy?.endpointId ?? null,
      modelName: answeredBy?.name ?? model.name,
    }
    await recordUsage(pool, {
      ...used,
      runId,
      flow: 'title',
      failure: failure ?? new AppError('CHAT_TITLE_FAILED'),
      tenantId,
      userId,
      groupIds: listGroupIds(actor),
      assistantId: chat.assistantId,
      workflowVersionId: null,
      chatId: chat.id,
      messageId: null,
      modelName: answered.modelName,
      calls: [{ ...answered, nodeId: null, attempt: 1, usage, serverCalls, firstTokenMs }],
    })
    if (title !== '') return title
    log.warn({ chatId: chat.id, model: model.name, outcome: used.outcome, err: failure }, 'Title was not written')
    throw new AppError('CHAT_TITLE_FAILED', { cause: failure })
  }

  return {
    /**
     * Returns the title; throws `CHAT_TITLE_FAILED`, `USAGE_LIMIT_REACHED` when no tokens are left, and `RATE_LIMITED` while as
     * many are written for the user as may be at once. What the model used is recorded. `left` is aborted when the client disconnects.
     */
    async writeTitle(actor: Actor, chat: ChatView, content: string, left: AbortSignal): Promise<string> {
      const end = concurrency.beginWithin(actor.id)
      const writing = write(actor, chat, content, left).finally(end)
      running.add(writing)
      try {
        return await writing
      } finally {
        running.delete(writing)
      }
    },

    /** Ends all titles; resolves when what they used is recorded. A caller who has left is not waited for by the server. */
    async close() {
      closing.abort(new Error('The process is stopping'))
      await Promise.allSettled(running)
    },
  }
}
