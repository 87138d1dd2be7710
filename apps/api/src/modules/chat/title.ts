// A title by the model, in the chat's response language.
import type { Language } from '@heddle/contracts/languages'
import { limits } from '@heddle/contracts/limits'
import { convertToTraditional } from '@heddle/text/traditional-converter'
import { languageNamesInEnglish } from '@heddle/workflow/response-language'
import type { ModelMessage, ModelPort, ModelUsage } from '@heddle/workflow/ports'
import { randomUUIDv7 } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { AppError } from '../../errors/app-error.ts'
import { type Actor, groupIdsOf } from '../../permissions/actor.ts'
import { inTransaction } from '../../transaction.ts'
import type { ModelService } from '../model/model.service.ts'
import { reserveUsage } from '../usage/usage-reservation.service.ts'
import { recordUsage } from '../usage/usage.service.ts'
import type { ChatRow } from './chat.repository.ts'
import { cleanTitle } from './chat.rules.ts'
import { storableText } from './reply/reply.rules.ts'

const timeLimitMs = 20_000
/** Enough for a title after a thought process, and no more. */
const maxOutputTokens = 2_000
const contentCharacters = 4_000
/** Tokens that a title is taken to need, until the model has said it. */
const estimatedAnswer = 100

type TitleDependencies = {
  readonly pool: Pool
  readonly port: ModelPort
  readonly models: ModelService
  readonly countTokens: (text: string) => number
  readonly stopping: AbortSignal
  readonly log: FastifyBaseLogger
}

export type WriteTitle = ReturnType<typeof createTitleWriter>

const messagesFor = (content: string, language: Language): ModelMessage[] => [
  {
    role: 'system',
    content: `Write a short title for a conversation that begins with the user's message, in ${languageNamesInEnglish[language]}. Answer with the title only: one line, at most eight words, no quotation marks.`,
  },
  { role: 'user', content: storableText(content.slice(0, contentCharacters)) },
]

export function createTitleWriter({ pool, port, models, countTokens, stopping, log }: TitleDependencies) {
  /** Returns the title; throws `CHAT_TITLE_FAILED`, or `USAGE_LIMIT_REACHED` when no tokens are left. What the model used is recorded. */
  return async function writeTitle(actor: Actor, chat: ChatRow, content: string): Promise<string> {
    const model = (chat.model && (await models.findChoosableModel(actor, { id: chat.model.id }))) ?? (await models.findDefaultModel(actor))
    if (!model) throw new AppError('CHAT_TITLE_FAILED')
    const messages = messagesFor(content, chat.responseLanguage)
    const runId = randomUUIDv7()
    const estimatedTokens = messages.reduce((sum, { content: text }) => sum + countTokens(text), estimatedAnswer)
    await inTransaction(pool, (client) =>
      reserveUsage(client, { runId, tenantId: actor.tenantId, userId: actor.id, estimatedTokens, flow: 'title' }),
    )
    const startedAt = performance.now()
    let reported: ModelUsage | undefined
    let firstTokenMs: number | null = null
    let written = ''
    let thought = ''
    let failure: unknown
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(timeLimitMs), stopping])
      for await (const event of port.generate({ model: model.name, messages, maxOutputTokens }, signal)) {
        if (event.type === 'usage') {
          reported = event.usage
          continue
        }
        firstTokenMs ??= Math.round(performance.now() - startedAt)
        if (event.type === 'text') written += event.text
        else thought += event.text
      }
    } catch (error) {
      failure = error
    }
    const promised = chat.responseLanguage === 'zhHant' ? await convertToTraditional(written) : written
    const title = failure ? '' : cleanTitle(promised, limits.chatTitleCharacters)
    await recordUsage(pool, {
      runId,
      flow: 'title',
      outcome: title === '' ? 'failed' : 'completed',
      tenantId: actor.tenantId,
      userId: actor.id,
      groupIds: groupIdsOf(actor),
      assistantId: chat.assistantId,
      workflowVersionId: null,
      chatId: chat.id,
      messageId: null,
      modelName: model.name,
      usage: reported ?? estimate(written, thought),
      firstTokenMs,
      latencyMs: Math.round(performance.now() - startedAt),
    })
    if (title !== '') return title
    log.warn({ chatId: chat.id, model: model.name, err: failure }, 'Title was not written')
    throw new AppError('CHAT_TITLE_FAILED', { cause: failure })

    function estimate(text: string, reasoning: string): ModelUsage {
      const reasoningTokens = countTokens(reasoning)
      const outputTokens = reasoningTokens + countTokens(text)
      const inputTokens = outputTokens === 0 ? 0 : messages.reduce((sum, message) => sum + countTokens(message.content), 0)
      return { inputTokens, outputTokens, reasoningTokens, cachedTokens: 0, estimated: true }
    }
  }
}
