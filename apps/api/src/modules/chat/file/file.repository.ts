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

const whereOwned = (owner: FileOwner) => ('userId' in owner ? { ownerId: owner.userId } : owner)

export type ChatFileRepository = ReturnType<typeof createChatFileRepository>

export function createChatFileRepository(db: PrismaClient) {
  return {
    /** A file that a chat has, or has of its folder, or has cited of a folder. */
    find: (chatId: string, id: string): Promise<ChatFileRow | null> =>
      db.chatFile.findFirst({
        where: {
          id,
          OR: [
            { chatId },
            { folder: { chats: { some: { id: chatId } } } },
            { folderId: { not: null }, sources: { some: { message: { chatId } } } },
          ],
        },
        select: fileColumns,
      }),

    findOfFolder: (folderId: string): Promise<ChatFileRow[]> =>
      db.chatFile.findMany({ where: { folderId }, select: fileColumns, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),

    count: (owner: FileOwner): Promise<number> => db.chatFile.count({ where: whereOwned(owner) }),

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
    async delete(owner: FileOwner, id: string): Promise<boolean> {
      const { count } = await db.chatFile.deleteMany({ where: { id, ...whereOwned(owner) } })
      return count === 1
    },
  }
}
