// Sharing, by the owner of a chat: with whom, up to which message, until when. What a share lets others read is decided by
// chat.permissions.ts, each time that they do.
import type { shareChat } from '@heddle/contracts/chat/chat'
import type { createChatShare, queryChatShares, queryOwnShares, updateChatShare } from '@heddle/contracts/chat/share'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Paging } from '../../../platform/http/paging.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import { canShareChat, canUnshareChat } from '../../../platform/permissions/chat.permissions.ts'
import type { AuditedFields } from '../../audit/audit.rules.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import type { ChatView } from '../chat.presenter.ts'
import type { ChatRepository } from '../chat.repository.ts'
import type { ChatRow } from '../chat-row.sql.ts'
import type { ChatService } from '../chat.service.ts'
import { assertShareable, getOwnChat, readInput, type Wanted } from './share-input.ts'
import {
  createShare,
  endShare,
  endSharesOf,
  endTenantShares,
  findShares,
  type ShareRow,
  takeTurn,
  updateShare,
} from './share.repository.ts'

type ShareServiceDependencies = {
  readonly db: PrismaClient
  readonly paging: Paging
  readonly audit: AuditService
  readonly chats: Pick<ChatRepository, 'findReadable'>
  readonly chatViews: Pick<ChatService, 'viewChat'>
}

const ShareKey = z.object({ createdAt: z.coerce.date(), id: z.string() })
const toShareKey = ({ createdAt, id }: ShareRow) => ({ createdAt, id })

function tell({ chatId, audience, groups, people, untilMessageId, expiresAt }: ShareRow): AuditedFields {
  const targets = [...groups, ...people].map(({ id, name }) => ({ id, name }))
  return {
    shared_chat: chatId,
    share_audience: audience,
    share_targets: targets.length === 0 ? null : targets,
    share_until: untilMessageId,
    share_end: expiresAt && expiresAt.toISOString(),
  }
}

const toTarget = ({ ownerId, owner }: ChatRow) => ({ type: 'user', id: ownerId, name: owner.name as Prisma.InputJsonValue }) as const

export type ShareService = ReturnType<typeof createShareService>

export function createShareService({ db, paging, audit, chats, chatViews }: ShareServiceDependencies) {
  const list = paging.defineList({
    name: 'shares of a chat',
    filters: z.object({ chat_id: z.string() }),
    owner: 'chat_id',
    key: ShareKey,
    defaultSize: limits.chatPageSize,
  })
  const ownList = paging.defineList({ name: 'own shares', filters: z.object({}), key: ShareKey, defaultSize: limits.chatPageSize })

  async function getShare(on: Queryable, actor: Actor, chatId: string, id: string): Promise<ShareRow> {
    const [share] = await findShares(on, actor, { chatId, id })
    if (!share) throw new AppError('CHAT_SHARE_NOT_FOUND')
    return share
  }

  /** Changes the shares of a chat in their turn. */
  const change = <T>(chatId: string, make: (tx: Queryable) => Promise<T>): Promise<T> =>
    db.$transaction(async (tx) => {
      if (!(await takeTurn(tx, chatId))) throw new AppError('CHAT_NOT_FOUND')
      return make(tx)
    })

  async function begin(tx: Queryable, actor: Actor, chat: ChatRow, { audience, extent }: Wanted): Promise<ShareRow> {
    const open = await findShares(tx, actor, { chatId: chat.id })
    if (open.length >= limits.sharesPerChat) throw new AppError('CHAT_SHARE_TOO_MANY', { params: { max: limits.sharesPerChat } })
    const { untilMessageId = null, expiresAt } = extent
    const id = await createShare(tx, chat.id, audience, { untilMessageId, expiresAt }, limits.shareDays)
    const share = await getShare(tx, actor, chat.id, id)
    await audit.record(tx, actor, { action: 'createChatShare', target: toTarget(chat), after: tell(share) })
    return share
  }

  async function end(tx: Queryable, actor: Actor, chat: ChatRow, share: ShareRow) {
    await endShare(tx, share.id)
    await audit.record(tx, actor, { action: 'endChatShare', target: toTarget(chat), before: tell(share) })
  }

  /** What `explicitly_public` means to the owner: a share with the tenant, as the chat goes on, without an end. */
  const setPublic = (actor: Actor, chat: ChatRow, isPublic: boolean) =>
    change(chat.id, async (tx) => {
      const withTenant = (await findShares(tx, actor, { chatId: chat.id })).filter(({ audience }) => audience === 'tenant')
      if (!isPublic) for (const share of withTenant) await end(tx, actor, chat, share)
      else if (!withTenant.some(({ untilMessageId }) => untilMessageId === null))
        await begin(tx, actor, chat, { audience: { audience: 'tenant', ids: [] }, extent: { untilMessageId: null, expiresAt: null } })
    })

  /** An administrator ends that the tenant reads another user's chat; false when that has ended already. */
  const endTenantAccess = (actor: Actor, chat: ChatRow): Promise<boolean> =>
    change(chat.id, async (tx) => {
      const ended = await endTenantShares(tx, chat.id)
      if (ended.length > 0) await audit.record(tx, actor, { action: 'shareChat', target: toTarget(chat), before: { shared_chat: chat.id } })
      return ended.length > 0
    })

  return {
    async shareChat(actor: Actor, id: string, { explicitly_public: isPublic }: z.output<typeof shareChat.schema.body>): Promise<ChatView> {
      const chat = await chats.findReadable(actor, id)
      if (!chat) throw new AppError('CHAT_ACCESS_NOT_FOUND')
      if (!(isPublic ? canShareChat : canUnshareChat)(actor, chat)) throw new AppError('FORBIDDEN')
      if (chat.temporaryUntil) throw new AppError('CHAT_IS_TEMPORARY')
      if (chat.ownerId !== actor.id) {
        if (!(await endTenantAccess(actor, chat)))
          throw new AppError((await chats.findReadable(actor, id)) ? 'FORBIDDEN' : 'CHAT_ACCESS_NOT_FOUND')
        return chatViews.viewChat(actor, { ...chat, explicitlyPublic: false })
      }
      await setPublic(actor, chat, isPublic)
      const changed = await chats.findReadable(actor, id)
      if (!changed) throw new AppError('CHAT_ACCESS_NOT_FOUND')
      return chatViews.viewChat(actor, changed)
    },

    async createChatShare(actor: Actor, chatId: string, { share }: z.output<typeof createChatShare.schema.body>): Promise<ShareRow> {
      const [chat, wanted] = [await getOwnChat(chats, actor, chatId), readInput(share)]
      return change(chatId, async (tx) => {
        await assertShareable(tx, actor, chatId, wanted)
        return begin(tx, actor, chat, wanted)
      })
    },

    async queryChatShares(actor: Actor, chatId: string, request: z.output<typeof queryChatShares.schema.body>) {
      await getOwnChat(chats, actor, chatId)
      const page = list.read(request, { chat_id: chatId })
      const found = await findShares(db, actor, { chatId, after: page.after, take: page.size + 1 })
      return list.cut(page, found, toShareKey)
    },

    async updateChatShare(
      actor: Actor,
      chatId: string,
      id: string,
      { share }: z.output<typeof updateChatShare.schema.body>,
    ): Promise<ShareRow> {
      const [chat, wanted] = [await getOwnChat(chats, actor, chatId), readInput(share)]
      return change(chatId, async (tx) => {
        const before = await getShare(tx, actor, chatId, id)
        await assertShareable(tx, actor, chatId, wanted)
        await updateShare(tx, id, wanted.audience, wanted.extent)
        const after = await getShare(tx, actor, chatId, id)
        // The chat stays in the event, whose other fields are those that differ.
        const [told, tells] = [tell(before), tell(after)]
        await audit.record(tx, actor, {
          action: 'updateChatShare',
          target: toTarget(chat),
          before: { ...told, shared_chat: null },
          after: tells,
        })
        return after
      })
    },

    async endChatShare(actor: Actor, chatId: string, id: string): Promise<void> {
      const chat = await getOwnChat(chats, actor, chatId)
      await change(chatId, async (tx) => end(tx, actor, chat, await getShare(tx, actor, chatId, id)))
    },

    async queryOwnShares(actor: Actor, request: z.output<typeof queryOwnShares.schema.body>) {
      const page = ownList.read(request, {})
      const found = await findShares(db, actor, { after: page.after, take: page.size + 1 })
      return ownList.cut(page, found, toShareKey)
    },

    /** Returns how many have ended. */
    endOwnShares: (actor: Actor): Promise<number> =>
      db.$transaction(async (tx) => {
        const ended = await endSharesOf(tx, actor)
        const target = { type: 'user', id: actor.id } as const
        if (ended.length > 0) await audit.record(tx, actor, { action: 'endOwnShares', target, before: { shares: ended.length } })
        return ended.length
      }),
  }
}
