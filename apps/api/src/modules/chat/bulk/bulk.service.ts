// Many chats at once: each of them is done or failed by itself.
import type { changeChats } from '@heddle/contracts/chat/bulk'
import type { z } from 'zod'
import type { Pool } from 'pg'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { ChatDeletion } from './delete-chats.ts'
import { type ChatOrder, setOrder } from '../order.sql.ts'

type BulkServiceDependencies = { readonly pool: Pool; readonly deletion: ChatDeletion }

export type ChatChange = z.output<typeof changeChats.schema.body>
type Outcome = { readonly id: string; readonly error: AppError | null }

const orders = {
  archive: { isArchived: true },
  restore: { isArchived: false },
  pin: { isPinned: true },
  unpin: { isPinned: false },
} satisfies Partial<Record<ChatChange['action'], ChatOrder>>

export type BulkService = ReturnType<typeof createBulkService>

export function createBulkService({ pool, deletion }: BulkServiceDependencies) {
  /** Returns the ids of those that were the actor's. */
  async function change(actor: Actor, body: ChatChange): Promise<ReadonlySet<string>> {
    if (body.action === 'delete') return deletion.deleteChats(actor, body.ids)
    const order = body.action === 'move' ? { folderId: body.folder_id } : orders[body.action]
    return setOrder(pool, actor, body.ids, order)
  }

  return {
    /** In the order of the request. */
    async changeChats(actor: Actor, body: ChatChange): Promise<Outcome[]> {
      const changed = await change(actor, body)
      return body.ids.map((id) => ({ id, error: changed.has(id) ? null : new AppError('CHAT_NOT_FOUND') }))
    },
  }
}
