// Sending, following and stopping: who may, and which reply it is. What a reply does by itself is the runner's.
import type { SendMessageBody } from '@heddle/contracts/chat'
import { limits } from '@heddle/contracts/limits'
import type { ReplyStreamEvent } from '@heddle/contracts/reply-stream'
import { WorkflowGraph } from '@heddle/contracts/workflow'
import { checkGraph } from '@heddle/workflow/graph-rules'
import { randomUUIDv7 } from 'node:crypto'
import type { Pool } from 'pg'
import { AppError } from '../../../errors/app-error.ts'
import { type Actor, groupIdsOf } from '../../../permissions/actor.ts'
import { canUseAssistant } from '../../../permissions/assistant.permissions.ts'
import { canReadChat, canWriteChat } from '../../../permissions/chat.permissions.ts'
import type { StreamAuthority } from '../../../permissions/stream-authority.ts'
import { inTransaction } from '../../../transaction.ts'
import type { SweepOrphanedReplies } from '../chat.jobs.ts'
import { chooseModel, titleFromQuestion } from '../chat.rules.ts'
import { presentMessage } from '../message.presenter.ts'
import { loadPath, type MessageRow } from '../message.sql.ts'
import { acceptMessage, beginSendOf, findSendContext, loadHistory, type NewMessage, type SendContext } from './accept.sql.ts'
import { doneOfEnded } from './ended-reply.ts'
import { followElsewhere } from './reply-elsewhere.ts'
import type { ReplyLog } from './reply-log.ts'
import type { ReplyRunner } from './reply-runner.ts'
import type { ReplySignals } from './reply-signals.ts'
import { findChatForReply, findReply, findReplyTo, requestStop } from './reply.sql.ts'
import { historyOf, historyWanted, storableText } from './reply.rules.ts'

/** Opens the events of a reply for one reader, who has left once the signal is aborted. */
export type OpenReply = (left: AbortSignal) => AsyncIterable<ReplyStreamEvent>

type ReplyServiceDependencies = {
  readonly pool: Pool
  readonly runner: ReplyRunner
  readonly signals: ReplySignals
  readonly authority: StreamAuthority
  readonly sweep: SweepOrphanedReplies
  readonly stopping: AbortSignal
}

export type ReplyService = ReturnType<typeof createReplyService>

export function createReplyService({ pool, runner, signals, authority, sweep, stopping }: ReplyServiceDependencies) {
  /** The stream of one reader: it ends when the reader leaves, or may no longer read. */
  function openFor(actor: Actor, chatId: string, open: (ended: AbortSignal) => AsyncIterable<ReplyStreamEvent>): OpenReply {
    return (left) => {
      const ended = new AbortController()
      const end = () => ended.abort()
      const unwatch = authority.watch(actor, { chatId }, end)
      left.addEventListener(
        'abort',
        () => {
          unwatch()
          end()
        },
        { once: true },
      )
      return open(ended.signal)
    }
  }

  function followHere(log: ReplyLog, opening: readonly ReplyStreamEvent[], from: 'start' | 'now') {
    return (ended: AbortSignal) => {
      const feed = from === 'start' ? log.followFromStart(opening) : log.followFromNow(opening)
      ended.addEventListener('abort', feed.close, { once: true })
      return feed
    }
  }

  /** Joins a reply wherever it is made; one that has ended is a single `done`. */
  async function joinReply(actor: Actor, replyId: string, opening: readonly ReplyStreamEvent[] = []): Promise<OpenReply> {
    const state = await findReply(pool, replyId)
    if (!state) throw new AppError('CHAT_MESSAGE_NOT_FOUND')
    if (state.status === 'generating' && state.leaseExpired && (await sweep(state.chatId)) > 0) return joinReply(actor, replyId, opening)
    if (state.status !== 'generating') {
      const done = await doneOfEnded(pool, state, actor.id)
      if (!done) throw new AppError('CHAT_NOT_FOUND')
      return openFor(actor, state.chatId, () => inOrder(opening, [done]))
    }
    const log = runner.find(replyId)
    if (log) return openFor(actor, state.chatId, followHere(log, opening, 'now'))
    return openFor(actor, state.chatId, (ended) => {
      const reply = { replyId, chatId: state.chatId, readerId: actor.id }
      return inOrder(opening, followElsewhere({ pool, signals, sweep }, reply, AbortSignal.any([ended, stopping])))
    })
  }

  /** The reply that an earlier call with the same submit has begun. */
  async function joinAccepted(actor: Actor, chatId: string, questionId: string): Promise<OpenReply> {
    const replyId = await findReplyTo(pool, questionId)
    const state = replyId && (await findReply(pool, replyId))
    if (!state) throw new AppError('CHAT_PUSH_MESSAGE_FAILED')
    const [question, reply] = await loadPath(pool, { chatId, leafId: state.id, readerId: actor.id, most: 2, withSources: true })
    if (!question || !reply) throw new AppError('CHAT_PUSH_MESSAGE_FAILED')
    return joinReply(actor, state.id, [acceptedEvent(question, reply, state.version, state.conversationId)])
  }

  /** Takes the message, or says why not; the reply runs from then on, whoever listens. */
  async function accept(actor: Actor, context: SendContext, body: SendMessageBody, version: number): Promise<OpenReply> {
    runner.assertOpen()
    const content = storableText(body.content)
    if (content.trim() === '') throw new AppError('BAD_REQUEST', { params: { fields: [{ path: 'body/content', message: 'Empty' }] } })
    const configuration = configurationOf(actor, context)
    const model = chooseModel(context.models, body.model, context.modelId)
    if (model === null) throw new AppError('CHAT_INVALID_MODEL_OBJECT')
    if (model === undefined) throw new AppError('CHAT_CONFIG_MISSING')

    const message: NewMessage = {
      chatId: context.id,
      version,
      questionId: randomUUIDv7(),
      replyId: randomUUIDv7(),
      runId: randomUUIDv7(),
      clientMessageId: body.client_message_id,
      content,
      title: titleFromQuestion(content, limits.chatTitleCharacters),
      responseLanguage: body.response_language ?? context.responseLanguage,
      modelId: model.id,
      modelName: model.name,
      workflowVersionId: configuration.workflowVersionId,
      mostRunning: limits.runningRepliesPerUser,
    }
    const history = historyBefore(context, configuration.graph)
    // It is looked at by the run; a message that is refused never does.
    history.catch(() => {})
    const acceptance = await inTransaction(pool, (client) => acceptMessage(client, message), beginSendOf(actor.id))
    const taken = acceptance?.taken
    if (!acceptance || !taken) {
      const again = await findSendContext(pool, context.id, body.client_message_id)
      if (again?.acceptedQuestionId) return joinAccepted(actor, context.id, again.acceptedQuestionId)
      if (!acceptance || acceptance.seenVersion !== version || again?.generatingId) throw new AppError('CHAT_PUSH_MESSAGE_FAILED')
      if (acceptance.isFull) throw new AppError('CHAT_REQUEST_LIMIT_REACHED')
      if (acceptance.running >= limits.runningRepliesPerUser) throw new AppError('CHAT_TOO_MANY_REPLIES')
      // It was answering, or changed, between the two looks.
      throw new AppError('CHAT_PUSH_MESSAGE_FAILED')
    }

    const { depth, createdAt, remainingRequests } = taken
    const log = runner.start({
      ...message,
      ...configuration,
      tenantId: actor.tenantId,
      userId: actor.id,
      groupIds: groupIdsOf(actor),
      question: content,
      history,
      model,
      depth: depth + 1,
      createdAt,
      version: taken.version,
      remainingRequests,
    })
    const shared = {
      reasoning: '',
      steps: [],
      responseLanguage: message.responseLanguage,
      createdAt,
      error: null,
      notices: [],
      files: [],
      feedback: null,
      sources: [],
    }
    const question: MessageRow = {
      ...shared,
      id: message.questionId,
      depth,
      role: 'user',
      content,
      status: 'completed',
      modelId: null,
      modelName: null,
      siblings: { index: taken.siblings, count: taken.siblings + 1, previous_id: null, next_id: null },
    }
    const reply: MessageRow = {
      ...shared,
      id: message.replyId,
      depth: depth + 1,
      role: 'assistant',
      content: '',
      status: 'generating',
      modelId: model.id,
      modelName: model.name,
      siblings: { index: 0, count: 1, previous_id: null, next_id: null },
    }
    const opening: ReplyStreamEvent[] = [acceptedEvent(question, reply, taken.version, taken.conversationId)]
    if (context.title === null) opening.push({ type: 'title', title: message.title })
    return openFor(actor, context.id, followHere(log, opening, 'start'))
  }

  /** What the model may be told of the chat so far; the version that guards the send guards this path too. */
  async function historyBefore({ lastMessageId }: SendContext, graph: WorkflowGraph) {
    const most = historyWanted(graph)
    return lastMessageId === null || most === 0 ? [] : historyOf(await loadHistory(pool, lastMessageId, most))
  }

  return {
    async sendMessage(actor: Actor, chatId: string, body: SendMessageBody): Promise<OpenReply> {
      const context = await findSendContext(pool, chatId, body.client_message_id)
      if (!context || !canReadChat(actor, context)) throw new AppError('CHAT_NOT_FOUND')
      if (!canWriteChat(actor, context)) throw new AppError('FORBIDDEN')
      if (context.acceptedQuestionId) return joinAccepted(actor, chatId, context.acceptedQuestionId)
      // Ending an orphan is our change and nobody else's: a sender who saw the chat just before it is not behind.
      const swept = context.leaseExpired ? await sweep(chatId) : 0
      return accept(actor, context, body, body.version === context.version ? body.version + swept : body.version)
    },

    async rejoinReply(actor: Actor, chatId: string): Promise<OpenReply> {
      const chat = await findChatForReply(pool, chatId)
      if (!chat || !canReadChat(actor, chat)) throw new AppError('CHAT_NOT_FOUND')
      if (chat.lastReplyId === null) throw new AppError('CHAT_MESSAGE_NOT_FOUND')
      return joinReply(actor, chat.lastReplyId)
    },

    async stopGeneration(actor: Actor, chatId: string): Promise<boolean> {
      const chat = await findChatForReply(pool, chatId)
      if (!chat || !canReadChat(actor, chat)) throw new AppError('CHAT_NOT_FOUND')
      if (!canWriteChat(actor, chat)) throw new AppError('FORBIDDEN')
      const replyId = await requestStop(pool, chatId)
      if (replyId === null) return false
      runner.stop(replyId)
      // Should nobody run it any more, it ends here.
      return (await sweep(chatId)) === 0
    },
  }
}

const acceptedEvent = (question: MessageRow, reply: MessageRow, version: number, conversationId: string): ReplyStreamEvent => ({
  type: 'accepted',
  user_message: presentMessage(question),
  reply: presentMessage(reply),
  version,
  conversation_id: conversationId,
})

/** The workflow that answers for the assistant, if the actor may still use both and the graph can run. */
function configurationOf(actor: Actor, context: SendContext) {
  const { assistantId, assistantGroupId, workflowVersionId, tenantId } = context
  if (assistantId === null || assistantGroupId === null || workflowVersionId === null) throw new AppError('CHAT_CONFIG_MISSING')
  const mayUse = canUseAssistant(actor, {
    tenantId,
    groupId: assistantGroupId,
    createdById: context.assistantCreatedById,
    isPublic: context.assistantIsPublic ?? false,
    workflow: { groupId: context.workflowGroupId, openToAllGroups: context.openToAllGroups ?? false },
  })
  const graph = WorkflowGraph.safeParse(context.graph)
  if (!mayUse || !graph.success || checkGraph(graph.data).length > 0) throw new AppError('CHAT_CONFIG_MISSING')
  const userPrompt = context.allowUserPrompt && context.userPrompt ? context.userPrompt : null
  return { assistantId, workflowVersionId, graph: graph.data, userPrompt }
}

async function* inOrder<T>(first: readonly T[], then: AsyncIterable<T> | readonly T[]): AsyncGenerator<T, undefined> {
  yield* first
  yield* then
}
