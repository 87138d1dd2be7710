// Accepts a message: new, edited, regenerated or continued. The reply runs from then on, with or without a reader.
import { isContinuable } from '@heddle/contracts/message/message'
import type { ContinueReplyBody, RegenerateReplyBody, SendMessageBody } from '@heddle/contracts/reply/reply'
import { limits } from '@heddle/contracts/limits'
import type { ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'
import type { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import { estimateTokens } from '@heddle/text/count-tokens'
import { listBoundResources } from '@heddle/workflow/model/graph/bound-resources'
import { resolveFileReading } from '@heddle/workflow/model/graph/file-step'
import { listFixedModels, listPermittedModels } from '@heddle/workflow/model/graph/permitted-models'
import { keepReadableOutcomes } from '@heddle/workflow/model/graph/readable-outcomes'
import { nodeTypes } from '@heddle/workflow/model/node-type-list'
import type { NodeOutcomes } from '@heddle/workflow/model/value'
import { randomUUIDv7 } from 'node:crypto'
import type { Pool } from 'pg'
import { AppError } from '../../../platform/errors/app-error.ts'
import { type Actor, listGroupIds } from '../../../platform/permissions/actor.ts'
import { findReadableResources } from '../../../platform/permissions/readable-resources.sql.ts'
import { toStorableText } from '../../../platform/database/storable-text.ts'
import { inReservingTransaction, type Reservation, reserveUsage } from '../../usage-limit/usage-reservation.service.ts'
import { chooseModel } from '../../model/model.service.ts'
import type { FindRunnableGraph } from '../../workflow/runnable-graphs.ts'
import { presentMessage } from '../../message/message.presenter.ts'
import { loadPath, type MessageRow } from '../../message/message.sql.ts'
import type { MessageStore } from '../../message/seal/message-store.ts'
import { createNewRows } from './new-rows.ts'
import {
  type Acceptance,
  type AcceptedReply,
  acceptReply,
  beginSend,
  type ComparedPosition,
  loadHistory,
  type NewReply,
} from './accept-message.sql.ts'
import { resolveWorkflow } from './resolve-workflow.ts'
import type { LoadContextFiles } from '../../run/files/context-files.ts'
import { estimatedOverhead } from '../../run/run.rules.ts'
import type { ShareRetrieval } from '../../run/ports/shared-retrieval.ts'
import { emptyBeginning, type EventLog } from '../../run/event-log.ts'
import type { RunSupervisor } from '../supervise/run-supervisor.ts'
import { toModelTurns, maxHistory } from '../../run/history.ts'
import { attachFiles } from './question-files.sql.ts'
import { findSendContext, type SendContext, type SendTarget } from './send-context.sql.ts'
import { titleFromQuestion } from './title-from-question.ts'

export type ReplyRequest =
  | { readonly kind: 'send'; readonly body: SendMessageBody; readonly compared?: ComparedPosition }
  /** Another reply to a question while those beside it run. */
  | { readonly kind: 'compare'; readonly messageId: string; readonly body: RegenerateReplyBody; readonly compared: ComparedPosition }
  | { readonly kind: 'edit'; readonly messageId: string; readonly body: SendMessageBody }
  | { readonly kind: 'regenerate'; readonly messageId: string; readonly body: RegenerateReplyBody }
  | { readonly kind: 'continue'; readonly messageId: string; readonly body: ContinueReplyBody }

/** Where the question and the reply are, or will be, in the tree. */
type Position = {
  readonly questionId: string
  readonly isNewQuestion: boolean
  readonly parentId: string | null
  readonly content: string
  /** Of a question that is new. */
  readonly fileIds: readonly string[]
  readonly replyId: string
  /** The reply that goes on. */
  readonly continued: SendTarget | null
}

type ReservedNeeds = Pick<Reservation, 'assistantId' | 'modelNames' | 'estimatedTokens'>

export type Accepted = {
  readonly log: EventLog
  readonly opening: readonly ReplyStreamEvent[]
  readonly reply: MessageRow
  readonly questionId: string
}

type AcceptorDependencies = {
  readonly store: MessageStore & { readonly db: Pool }
  readonly supervisor: RunSupervisor
  readonly loadFiles: LoadContextFiles
  readonly findRunnableGraph: FindRunnableGraph
}

export function createMessageAcceptor({ store, supervisor, loadFiles, findRunnableGraph }: AcceptorDependencies) {
  const { db: pool } = store

  /** What the model may be told of the chat so far; the version that guards the request guards this path too. */
  async function loadHistoryBefore(chatId: string, { parentId }: Position, graph: WorkflowGraph) {
    const maxMessages = maxHistory(graph)
    return parentId === null || maxMessages === 0 ? [] : toModelTurns(await loadHistory(store, chatId, parentId, maxMessages))
  }

  /** What the earlier run came to, without what is of resources that the actor may not read any more. */
  async function keepReadable(actor: Actor, graph: WorkflowGraph, outcomes: NodeOutcomes | null): Promise<NodeOutcomes | null> {
    return outcomes && keepReadableOutcomes(graph, nodeTypes, outcomes, await findReadableResources(pool, actor, listBoundResources(graph)))
  }

  /**
   * In one transaction: a request of the chat, the files of a new question, and what the run may use. Returns the question and the
   * reply; throws a `NotAccepted` when the chat is not as the sender saw it.
   */
  const insertAccepted = (actor: Actor, wanted: NewReply, fileIds: readonly string[], needs: ReservedNeeds) =>
    inReservingTransaction(
      pool,
      async (client) => {
        const { chatId, questionId, replyId, runId, newQuestion } = wanted
        const accepting = acceptReply(client, wanted)
        // Sent along: what is not accepted is rolled back with it.
        const reserving = reserveUsage(client, { runId, tenantId: actor.tenantId, userId: actor.id, ...needs })
        reserving.catch(() => {})
        const acceptance = await accepting
        if (!acceptance?.accepted) throw new NotAccepted(acceptance)
        const { accepted } = acceptance
        await reserving
        const attached = await attachFiles(client, { chatId, messageId: questionId, fileIds })
        const { seal } = wanted
        const files = seal ? attached.map((file) => ({ ...file, name: seal.open(file.name) })) : attached
        if (newQuestion) return { accepted, ...createNewRows(wanted, newQuestion.content, accepted, files) }
        const [question, reply] = await loadPath(
          { ...store, db: client },
          { chatId, leafId: replyId, readerId: actor.id, limit: 2, withSources: true },
        )
        if (!question || !reply) throw new NotAccepted(acceptance)
        return { accepted, question, reply }
      },
      beginSend(actor.id),
    )

  /** The reason why it was not accepted; the id of the reply when the same submit was accepted just before. */
  async function explainRefusal(acceptance: Acceptance | null, context: SendContext, { kind, body }: ReplyRequest): Promise<string> {
    const again = await findSendContext(store, {
      chatId: context.id,
      assistantId: null,
      clientMessageId: body.client_message_id,
      targetId: null,
      readerId: context.ownerId,
    })
    if (again?.acceptedReplyId) return again.acceptedReplyId
    const hasMoved = kind !== 'compare' && (acceptance?.seenVersion !== body.version || again?.generatingId)
    if (!acceptance || hasMoved) throw new AppError('CHAT_PUSH_MESSAGE_FAILED')
    if (acceptance.isFull) throw new AppError('CHAT_REQUEST_LIMIT_REACHED')
    if (acceptance.running >= limits.runningRepliesPerUser) throw new AppError('CHAT_TOO_MANY_REPLIES')
    // It was answering, or changed, between the two looks.
    throw new AppError('CHAT_PUSH_MESSAGE_FAILED')
  }

  /** Takes it, or says why not; answers the id of the reply when another call has begun it with the same submit. */
  return async function accept(
    actor: Actor,
    context: SendContext,
    request: ReplyRequest,
    shareRetrieval?: ShareRetrieval,
  ): Promise<Accepted | string> {
    supervisor.assertOpen()
    if (request.kind !== 'compare' && request.body.version !== context.version) throw new AppError('CHAT_PUSH_MESSAGE_FAILED')
    const compared = ('compared' in request && request.compared) || null
    if (compared && context.seal) throw new AppError('CHAT_IS_TEMPORARY')
    const position = resolvePosition(request, context)
    const { continued } = position
    const configuration = await resolveWorkflow(actor, context, namedAssistant(request) !== null, findRunnableGraph)
    const reading = resolveFileReading(configuration.graph, context.allowsFiles)
    if ('file_ids' in request.body && request.body.file_ids?.length && reading === 'none') throw new AppError('CHAT_FILES_NOT_READ')
    const model = resolveModel(request, context, configuration.graph, continued)

    const beginning = continued ?? emptyBeginning
    const responseLanguage =
      continued?.responseLanguage ??
      ('response_language' in request.body ? request.body.response_language : undefined) ??
      context.responseLanguage
    // What another version of the workflow came to says nothing of this one.
    const isKnown = continued === null || continued.workflowVersionId === configuration.workflowVersionId
    const outcomes = !isKnown ? null : continued ? await keepReadable(actor, configuration.graph, continued.outcomes) : {}
    const { isOtherAssistant, assistantName } = context
    const otherAssistant = isOtherAssistant && assistantName ? { id: configuration.assistantId, name: assistantName } : null
    const wanted: NewReply = {
      chatId: context.id,
      version: context.version,
      questionId: position.questionId,
      newQuestion: position.isNewQuestion ? { content: position.content, parentId: position.parentId } : null,
      replyId: position.replyId,
      continues: continued,
      runId: randomUUIDv7(),
      clientMessageId: request.body.client_message_id,
      title: context.seal ? null : titleFromQuestion(position.content),
      seal: context.seal,
      responseLanguage,
      modelId: model.id,
      modelName: model.name,
      otherAssistant,
      workflowVersionId: configuration.workflowVersionId,
      workflowVersion: configuration.workflowVersion,
      outcomes,
      compared,
    }
    const fileTokens = reading === 'none' ? 0 : Math.min(context.fileTokens, model.contextTokens)
    const estimatedTokens =
      estimateTokens(position.content) + estimateTokens(beginning.text) + estimateInstructions(context) + fileTokens + estimatedOverhead
    const modelNames = [model.name, ...listFixedModels(configuration.graph)]
    const needs = { assistantId: configuration.assistantId, modelNames, estimatedTokens }
    const history = loadHistoryBefore(context.id, position, configuration.graph)
    // It is looked at by the run; what is refused never does.
    history.catch(() => {})

    const inserted = await insertAccepted(actor, wanted, position.fileIds, needs).catch(toNotAccepted)
    if (inserted instanceof NotAccepted) return explainRefusal(inserted.acceptance, context, request)
    const { accepted, question, reply } = inserted

    const log = supervisor.start({
      ...configuration,
      addsFileStep: reading === 'added',
      chatId: context.id,
      questionId: position.questionId,
      reply,
      runId: wanted.runId,
      tenantId: actor.tenantId,
      userId: actor.id,
      groupIds: listGroupIds(actor),
      question: position.content,
      beginning: { ...beginning, sources: reply.sources },
      outcomes,
      instructions: context.instructions,
      seal: context.seal,
      history,
      files: loadFiles({ questionId: position.questionId, hasFiles: context.hasFiles, model, seal: context.seal }),
      responseLanguage,
      model,
      version: accepted.version,
      remainingRequests: accepted.remainingRequests,
      ...(shareRetrieval && { shareRetrieval }),
    })
    const opening: ReplyStreamEvent[] = [acceptedEvent(question, reply, accepted)]
    if (context.title === null && wanted.title !== null) opening.push({ type: 'title', title: wanted.title })
    return { log, opening, reply, questionId: position.questionId }
  }
}

class NotAccepted extends Error {
  readonly acceptance: Acceptance | null

  constructor(acceptance: Acceptance | null) {
    super('The chat is not as the sender saw it')
    this.acceptance = acceptance
  }
}

function toNotAccepted(error: unknown): NotAccepted {
  if (error instanceof NotAccepted) return error
  throw error
}

export const acceptedEvent = (
  question: MessageRow,
  reply: MessageRow,
  { version, conversationId }: Pick<AcceptedReply, 'version' | 'conversationId'>,
): ReplyStreamEvent => ({
  type: 'accepted',
  user_message: presentMessage(question),
  reply: presentMessage(reply),
  version,
  conversation_id: conversationId,
})

/** Throws `CHAT_MESSAGE_NOT_FOUND` when it is asked of a message that is none of this chat, or not of that kind. */
export function assertTarget(request: ReplyRequest, { target }: SendContext) {
  if (request.kind === 'send') return
  if (target?.role !== (request.kind === 'edit' || request.kind === 'compare' ? 'user' : 'assistant'))
    throw new AppError('CHAT_MESSAGE_NOT_FOUND')
}

function resolvePosition(request: ReplyRequest, { target, lastMessageId }: SendContext): Position {
  if (request.kind === 'send' || request.kind === 'edit') {
    const content = toStorableText(request.body.content)
    if (content.trim() === '') throw new AppError('BAD_REQUEST', { params: { fields: [{ path: 'body/content', message: 'Empty' }] } })
    return {
      questionId: randomUUIDv7(),
      isNewQuestion: true,
      parentId: target ? target.question.parentId : lastMessageId,
      content,
      fileIds: request.body.file_ids ?? target?.question.fileIds ?? [],
      replyId: randomUUIDv7(),
      continued: null,
    }
  }
  if (!target) throw new AppError('CHAT_MESSAGE_NOT_FOUND')
  const { id: questionId, parentId, content } = target.question
  const question = { questionId, isNewQuestion: false, parentId, content, fileIds: [] }
  if (request.kind === 'regenerate' || request.kind === 'compare') return { ...question, replyId: randomUUIDv7(), continued: null }
  if (!isContinuable(target.status) || target.id !== lastMessageId) throw new AppError('CHAT_REPLY_NOT_CONTINUABLE')
  return { ...question, replyId: target.id, continued: target }
}

/** The id of the assistant that the sender asks; null for the one that the message or the chat has. */
export const namedAssistant = (request: ReplyRequest) => (request.kind === 'continue' ? null : (request.body.assistant_id ?? null))

const estimateInstructions = ({ instructions: { person, folders } }: SendContext) =>
  [person?.aboutMe, person?.howToAnswer, ...folders.map(({ text }) => text)].reduce((sum, text = '') => sum + estimateTokens(text), 0)

/** A reply goes on with the model that began it, while that may still be chosen. */
function resolveModel(
  request: ReplyRequest,
  { models, modelId, allowedModels }: SendContext,
  graph: WorkflowGraph,
  continued: SendTarget | null,
) {
  const permitted = listPermittedModels(models, { allowedModels: allowedModels ?? [], graph })
  const named = request.kind === 'continue' ? undefined : request.body.model
  // The sender may not know yet that the chat's model was disabled: the default answers.
  const isReplaced = named?.id !== undefined && named.id === modelId && models.every(({ id }) => id !== modelId)
  const reference = isReplaced ? undefined : named
  const model = chooseModel(permitted, { reference, preferredId: continued?.modelId ?? modelId })
  if (model === null) throw new AppError('CHAT_CONFIG_MISSING')
  return model
}
