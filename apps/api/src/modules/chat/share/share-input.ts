// What the owner of a chat asks for in a share, and whether it can be.
import type { ShareInput } from '@heddle/contracts/chat/share'
import type { Queryable } from '@heddle/db/client'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import { canShareChat } from '../../../platform/permissions/chat.permissions.ts'
import type { ChatRepository } from '../chat.repository.ts'
import type { ChatRow } from '../chat-row.sql.ts'
import { areTargets, type Audience, hasEnded, isAhead, type ShareExtent } from './share.repository.ts'

export type Wanted = {
  readonly audience: Audience
  readonly extent: { readonly [Name in keyof ShareExtent]: ShareExtent[Name] | undefined }
}

/** Returns the chat of the actor, who may share it; throws otherwise. */
export async function getOwnChat(chats: Pick<ChatRepository, 'findReadable'>, actor: Actor, id: string): Promise<ChatRow> {
  const chat = await chats.findReadable(actor, id)
  if (!chat) throw new AppError('CHAT_NOT_FOUND')
  if (!canShareChat(actor, chat)) throw new AppError('FORBIDDEN')
  if (chat.temporaryUntil) throw new AppError('CHAT_IS_TEMPORARY')
  return chat
}

const refuse = (path: string, message: string) => new AppError('BAD_REQUEST', { params: { fields: [{ path, message }] } })

export function readInput(share: ShareInput): Wanted {
  const ids = share.audience === 'groups' ? share.group_ids : share.audience === 'people' ? share.user_ids : []
  const { until_message_id: untilMessageId, expires_at: expires } = share
  const expiresAt = typeof expires === 'string' ? new Date(expires) : expires
  return { audience: { audience: share.audience, ids }, extent: { untilMessageId, expiresAt } }
}

/** Throws when one of those that are named cannot be what the actor means. */
export async function assertShareable(on: Queryable, actor: Actor, chatId: string, { audience, extent }: Wanted) {
  if (!(await areTargets(on, actor, audience)))
    throw new AppError(audience.audience === 'groups' ? 'AUTH_GROUP_NOT_FOUND' : 'AUTH_USER_NOT_FOUND')
  if (extent.untilMessageId) {
    const isEnded = await hasEnded(on, chatId, extent.untilMessageId)
    if (isEnded === null) throw new AppError('CHAT_MESSAGE_NOT_FOUND')
    if (!isEnded) throw refuse('body/share/until_message_id', 'The reply is still being made')
  }
  if (extent.expiresAt && !(await isAhead(on, extent.expiresAt))) throw refuse('body/share/expires_at', 'Not in the future')
}
