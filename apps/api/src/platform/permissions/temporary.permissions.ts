// What queries see of temporary chats, and who may begin one.
import type { TemporaryChats } from '@heddle/contracts/tenant/tenant'
import type { Prisma } from '@heddle/db/generated/client'
import { type ActorAccess, isMember } from './actor.ts'

/**
 * Which of the temporary chats a query sees beside the ordinary ones: `none` where chats are listed, searched, exported or shown to others
 * than their owner; `open` where one is opened by its id: those whose time is not over and whose key is there, whether or not the worker
 * has deleted the others.
 */
type Seen = 'none' | 'open'

/** The condition on a chat with that alias. */
export const seesTemporary = (seen: Seen, chat = 'c') =>
  seen === 'none'
    ? `${chat}.temporary_until IS NULL`
    : `(${chat}.temporary_until IS NULL
        OR ${chat}.temporary_until > now() AND EXISTS (SELECT FROM temporary_chat_key key WHERE key.chat_id = ${chat}.id))`

/** The same condition for Prisma. */
export const whereTemporary = (seen: Seen): Prisma.ChatWhereInput =>
  seen === 'none'
    ? { temporaryUntil: null }
    : { OR: [{ temporaryUntil: null }, { temporaryUntil: { gt: new Date() }, key: { isNot: null } }] }

export type TemporaryChatRule = { readonly temporaryChats: TemporaryChats; readonly temporaryChatGroupIds: readonly string[] }

export const canHaveTemporaryChats = (actor: ActorAccess, rule: TemporaryChatRule) =>
  rule.temporaryChats === 'allowed' ||
  (rule.temporaryChats === 'groups' && rule.temporaryChatGroupIds.some((groupId) => isMember(actor, groupId)))
