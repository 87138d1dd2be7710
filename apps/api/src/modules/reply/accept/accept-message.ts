// Taking what is asked of a chat: the same way for a new question, an edited one, another reply and one that goes on. The
// reply runs from then on, with or without a reader.
import type { ContinueReplyBody, RegenerateReplyBody, SendMessageBody } from '@heddle/contracts/reply'
import { limits } from '@heddle/contracts/limits'
import type { ReplyStreamEvent } from '@heddle/contracts/reply-stream'
import type { WorkflowGraph } from '@heddle/contracts/workflow'
import { countTokens } from '@heddle/text/count-tokens'
import { listPermittedModels } from '@heddle/workflow/graph/permitted-models'
import { randomUUIDv7 } from 'node:crypto'
import type { Pool } from 'pg'
import { AppError } from '../../../http/app-error.ts'
import { type Actor, listGroupIds } from '../../../permissions/actor.ts'
import { toStorableText } from '../../../database/storable-text.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { reserveUsage } from '../../usage/usage-reservation.service.ts'
import { chooseModel } from '../../model/model.service.ts'
import { presentMessage } from '../message/message.presenter.ts'
import { loadPath, type MessageRow } from '../message/message.sql.ts'
import { type Acceptance, acceptReply, beginSendOf, loadHistory, type NewReply } from './accept-message.sql.ts'
import { configurationOf } from './resolve-workflow.ts'
import type { LoadReplyFiles } from '../run/context-files.ts'
import { nothing, type ReplyLog } from '../stream/event-log.ts'
import type { ReplyRunner } from '../run/run-supervisor.ts'
import { historyOf, historyWanted } from './history.ts'
import { attachFiles } from './question-files.sql.ts'
import { findSendContext, type SendContext, type Target } from './send-context.sql.ts'
import { titleFromQuestion } from './title-from-question.ts'

export type Ask =
  | { readonly kind: 'send'; readonly body: SendMessageBody }
  | { readonly kind: 'edit'; readonly messageId: string; readonly body: SendMessageBody }
  | { readonly kind: 'regenerate'; readonly messageId: string; readonly body: RegenerateReplyBody }
  | { readonly kind: 'continue'; readonly messageId: string; readonly body: ContinueReplyBody }

/** Where the question and the reply are, or will be, in the tree. */
type Place = {
  readonly questionId: string
  readonly isNewQuestion: boolean
  readonly parentId: string | null
  readonly content: string
  /** Of a question that is new. */
  readonly fileIds: readonly string[]
  readonly replyId: string
  /** The reply that goes on. */
  readonly continued: Target | null
}

export type Accepted = { readonly log: ReplyLog; readonly opening: readonly ReplyStreamEvent[] }

/** What an answer and the prompt around the question are taken to need, until the run has said it. */
const tokensBeside = 1_000

type AcceptanceDependencies = { readonly pool: Pool; readonly runner: ReplyRunner; readonly loadFiles: LoadReplyFiles }

export function createReplyAcceptance({ pool, runner, loadFiles }: AcceptanceDependencies) {
  /** What the model may be told of the chat so far; the version that guards the request guards this path too. */
  async function historyBefore({ parentId }: Place, graph: WorkflowGraph) {
    const most = historyWanted(graph)
    return parentId === null || most === 0 ? [] : historyOf(await loadHistory(pool, parentId, most))
  }

  /** In one transaction: a request of the chat, the files of a new question, and what the run may use. */
  const take = (actor: Actor, wanted: NewReply, fileIds: readonly string[], estimatedTokens: number) =>
    inTransaction(
      pool,
      async (client) => {
        const { chatId, questionId, replyId, runId } = wanted
        const acceptance = await acceptReply(client, wanted)
        if (!acceptance?.taken) return { acceptance, rows: [] }
        await attachFiles(client, { chatId, messageId: questionId, fileIds })
        await reserveUsage(client, { runId, tenantId: actor.tenantId, userId: actor.id, estimatedTokens })
        return { acceptance, rows: await loadPath(client, { chatId, leafId: replyId, readerId: actor.id, most: 2, withSources: true }) }
      },
      beginSendOf(actor.id),
    )

  /** The reason why it was not taken; the id of the reply when the same submit was taken just before. */
  async function reasonOf(acceptance: Acceptance | null, context: SendContext, { body }: Ask): Promise<string> {
    const again = await findSendContext(pool, { chatId: context.id, clientMessageId: body.client_message_id, targetId: null })
    if (again?.acceptedReplyId) return again.acceptedReplyId
    if (!acceptance || acceptance.seenVersion !== body.version || again?.generatingId) throw new AppError('CHAT_PUSH_MESSAGE_FAILED')
    if (acceptance.isFull) throw new AppError('CHAT_REQUEST_LIMIT_REACHED')
    if (acceptance.running >= limits.runningRepliesPerUser) throw new AppError('CHAT_TOO_MANY_REPLIES')
    // It was answering, or changed, between the two looks.
    throw new AppError('CHAT_PUSH_MESSAGE_FAILED')
  }

  /** Takes it, or says why not; answers the id of the reply when another call has begun it with the same submit. */
  return async function accept(actor: Actor, context: SendContext, ask: Ask): Promise<Accepted | string> {
    runner.assertOpen()
    if (ask.body.version !== context.version) throw new AppError('CHAT_PUSH_MESSAGE_FAILED')
    const place = placeOf(ask, context)
    const { continued } = place
    const configuration = configurationOf(actor, context)
    const readsFiles = configuration.graph.nodes.some(({ type }) => type === 'document_extract')
    if ('file_ids' in ask.body && ask.body.file_ids?.length && !readsFiles) throw new AppError('CHAT_FILES_NOT_READ')
    const model = modelOf(ask, context, continued)

    const beginning = continued ?? nothing
    const responseLanguage =
      continued?.responseLanguage ?? ('response_language' in ask.body ? ask.body.response_language : undefined) ?? context.responseLanguage
    // What another version of the workflow came to says nothing of this one.
    const isKnown = continued === null || continued.workflowVersionId === configuration.workflowVersionId
    const outcomes = isKnown ? (continued ? continued.outcomes : {}) : null
    const wanted: NewReply = {
      chatId: context.id,
      version: context.version,
      questionId: place.questionId,
      newQuestion: place.isNewQuestion ? { content: place.content, parentId: place.parentId } : null,
      replyId: place.replyId,
      continues: continued,
      runId: randomUUIDv7(),
      clientMessageId: ask.body.client_message_id,
      title: titleFromQuestion(place.content),
      responseLanguage,
      modelId: model.id,
      modelName: model.name,
      workflowVersionId: configuration.workflowVersionId,
      outcomes,
      maxRunning: limits.runningRepliesPerUser,
    }
    const fileTokens = readsFiles ? Math.min(context.fileTokens, model.contextTokens) : 0
    const estimatedTokens = countTokens(place.content) + countTokens(beginning.text) + fileTokens + tokensBeside
    const history = historyBefore(place, configuration.graph)
    // It is looked at by the run; what is refused never does.
    history.catch(() => {})

    const { acceptance, rows } = await take(actor, wanted, place.fileIds, estimatedTokens)
    const taken = acceptance?.taken
    const [question, reply] = rows
    if (!taken || !question || !reply) return reasonOf(acceptance, context, ask)

    const log = runner.start({
      ...configuration,
      chatId: context.id,
      questionId: place.questionId,
      reply,
      runId: wanted.runId,
      tenantId: actor.tenantId,
      userId: actor.id,
      groupIds: listGroupIds(actor),
      question: place.content,
      beginning,
      outcomes,
      history,
      files: loadFiles({ questionId: place.questionId, modelId: model.id }),
      responseLanguage,
      model,
      version: taken.version,
      remainingRequests: taken.remainingRequests,
    })
    const opening: ReplyStreamEvent[] = [acceptedEvent(question, reply, taken)]
    if (context.title === null) opening.push({ type: 'title', title: wanted.title })
    return { log, opening }
  }
}

type ActorAccess = { readonly version: number; readonly conversationId: string }

export const acceptedEvent = (question: MessageRow, reply: MessageRow, { version, conversationId }: ActorAccess): ReplyStreamEvent => ({
  type: 'accepted',
  user_message: presentMessage(question),
  reply: presentMessage(reply),
  version,
  conversation_id: conversationId,
})

/** Throws `CHAT_MESSAGE_NOT_FOUND` when it is asked of a message that is none of this chat, or not of that kind. */
export function assertTarget(ask: Ask, { target }: SendContext) {
  if (ask.kind === 'send') return
  if (target?.role !== (ask.kind === 'edit' ? 'user' : 'assistant')) throw new AppError('CHAT_MESSAGE_NOT_FOUND')
}

function placeOf(ask: Ask, { target, lastMessageId }: SendContext): Place {
  if (ask.kind === 'send' || ask.kind === 'edit') {
    const content = toStorableText(ask.body.content)
    if (content.trim() === '') throw new AppError('BAD_REQUEST', { params: { fields: [{ path: 'body/content', message: 'Empty' }] } })
    return {
      questionId: randomUUIDv7(),
      isNewQuestion: true,
      parentId: target ? target.question.parentId : lastMessageId,
      content,
      fileIds: ask.body.file_ids ?? target?.question.fileIds ?? [],
      replyId: randomUUIDv7(),
      continued: null,
    }
  }
  if (!target) throw new AppError('CHAT_MESSAGE_NOT_FOUND')
  const { id: questionId, parentId, content } = target.question
  const question = { questionId, isNewQuestion: false, parentId, content, fileIds: [] }
  if (ask.kind === 'regenerate') return { ...question, replyId: randomUUIDv7(), continued: null }
  const isBroken = target.status === 'stopped' || target.status === 'interrupted'
  if (!isBroken || target.id !== lastMessageId) throw new AppError('CHAT_REPLY_NOT_CONTINUABLE')
  return { ...question, replyId: target.id, continued: target }
}

/** A reply goes on with the model that began it, while that may still be chosen. */
function modelOf(ask: Ask, { models, modelId, allowedModels, graph }: SendContext, continued: Target | null) {
  const reference = ask.kind === 'continue' ? undefined : ask.body.model
  const permitted = listPermittedModels(models, { allowedModels: allowedModels ?? [], graph })
  const model = chooseModel(permitted, { reference, preferredId: continued?.modelId ?? modelId })
  if (model === null) throw new AppError('CHAT_CONFIG_MISSING')
  return model
}
