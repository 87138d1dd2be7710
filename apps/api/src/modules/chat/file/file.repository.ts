import type { PrismaClient } from '@heddle/db/client'
import type { ChatFileRow, FileOwner } from './file.sql.ts'

export type FilePageRow = { readonly number: number; readonly label: string | null; readonly text: string }

const fileColumns = {
  id: true,
  name: true,
  mediaType: true,
  sizeBytes: true,
  storageKey: true,
  pageCount: true,
  findings: true,
} as const

export type ChatFileRepository = ReturnType<typeof createChatFileRepository>

export function createChatFileRepository(db: PrismaClient) {
  return {
    find: (chatId: string, id: string): Promise<ChatFileRow | null> =>
      db.chatFile.findFirst({ where: { id, chatId }, select: fileColumns }),

    count: (owner: FileOwner): Promise<number> =>
      db.chatFile.count({ where: 'chatId' in owner ? { chatId: owner.chatId } : { ownerId: owner.userId } }),

    /** The pages of a file from a number on, in their order. */
    findPages: (fileId: string, { from, take }: { from: number; take: number }): Promise<FilePageRow[]> =>
      db.chatFilePage.findMany({
        where: { fileId, number: { gte: from } },
        select: { number: true, label: true, text: true },
        orderBy: { number: 'asc' },
        take,
      }),

    /** Deletes those that no message has. */
    deleteUnsent: (ids: readonly string[]) => db.chatFile.deleteMany({ where: { id: { in: [...ids] }, messages: { none: {} } } }),

    /** Whether there was something to delete. A trigger writes the key down for removal. */
    async delete(chatId: string, id: string): Promise<boolean> {
      const { count } = await db.chatFile.deleteMany({ where: { id, chatId } })
      return count === 1
    },
  }
}
