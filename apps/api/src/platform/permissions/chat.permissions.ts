// Who may do what with a chat. Each predicate stands beside its row filter, so that they cannot drift apart.
import type { Prisma } from '@heddle/db/generated/client'
import { type Actor, isAdministrator, type ActorAccess } from './actor.ts'

export type ChatAccess = { readonly ownerId: string; readonly tenantId: string; readonly explicitlyPublic: boolean }

export const canReadChat = (actor: ActorAccess, chat: ChatAccess) =>
  chat.tenantId === actor.tenantId && (chat.ownerId === actor.id || chat.explicitlyPublic)

export const readableChats = (actor: Actor): Prisma.ChatWhereInput => ({
  tenantId: actor.tenantId,
  OR: [{ ownerId: actor.id }, { explicitlyPublic: true }],
})

const ownsChat = (actor: Actor, chat: ChatAccess) => chat.tenantId === actor.tenantId && chat.ownerId === actor.id

/** Send messages, stop a reply, set the title. */
export const canWriteChat = ownsChat
export const canDeleteChat = ownsChat
export const canGiveFeedback = ownsChat
export const canShareChat = ownsChat

/** An administrator may end the sharing of another user's chat, but not begin it. */
export const canUnshareChat = (actor: Actor, chat: ChatAccess) =>
  ownsChat(actor, chat) || (canReadChat(actor, chat) && isAdministrator(actor))
