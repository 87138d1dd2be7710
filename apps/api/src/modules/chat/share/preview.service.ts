// What the readers of a share would see, before it begins.
import type { previewChatShare } from '@heddle/contracts/chat/share'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient } from '@heddle/db/client'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Paging } from '../../../platform/http/paging.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { ChatRepository } from '../chat.repository.ts'
import { findWithheld, previewShare } from './seen.sql.ts'
import { assertShareable, getOwnChat, readInput } from './share-input.ts'

type PreviewServiceDependencies = {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly paging: Paging
  readonly chats: Pick<ChatRepository, 'findReadable'>
}

export type PreviewService = ReturnType<typeof createPreviewService>

export function createPreviewService({ db, pool, paging, chats }: PreviewServiceDependencies) {
  const list = paging.defineList({
    name: 'withheld passages of a share',
    filters: z.object({ chat_id: z.string() }),
    owner: 'chat_id',
    key: z.object({ depth: z.int(), number: z.int() }),
    defaultSize: limits.chatPageSize,
  })

  return {
    async previewChatShare(actor: Actor, chatId: string, { share, ...request }: z.output<typeof previewChatShare.schema.body>) {
      const [chat, wanted] = [await getOwnChat(chats, actor, chatId), readInput(share)]
      await assertShareable(db, actor, chatId, wanted)
      const page = list.read(request, { chat_id: chatId })
      const query = { audience: wanted.audience, lastMessageId: wanted.extent.untilMessageId ?? chat.lastMessageId }
      const [summary, found] = await Promise.all([
        previewShare(pool, actor, query),
        findWithheld(pool, actor, { ...query, after: page.after, take: page.size + 1 }),
      ])
      return { summary, ...list.cut(page, found, ({ depth, number }) => ({ depth, number })) }
    },
  }
}
