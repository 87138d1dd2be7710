// All that a user has in chats, for the user to take along: one chat at a time is in memory.
import type { PrismaClient } from '@heddle/db/client'
import type { Readable } from 'node:stream'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openStoredFile } from '../../../platform/files/store-file.ts'
import type { Actor, ActorAccess } from '../../../platform/permissions/actor.ts'
import { whereTemporary } from '../../../platform/permissions/temporary.permissions.ts'
import { writeExport } from '../history/history.presenter.ts'
import type { HistoryService } from '../history/history.service.ts'

type ChatTakeoutDependencies = {
  readonly db: PrismaClient
  readonly files: FileStore
  readonly history: Pick<HistoryService, 'findExport'>
  readonly now: () => Date
}

export type OwnFile = {
  readonly name: string
  /** Throws `FILE_STORE_UNAVAILABLE`. */
  readonly open: () => Promise<Readable>
}

/** A chat as its two exports have it. */
export type OwnChat = {
  readonly title: string | null
  readonly markdown: string
  readonly json: string
  readonly files: readonly OwnFile[]
}

const idsPerRead = 100

const fileColumns = { name: true, storageKey: true } as const
const oldestFirst = [{ createdAt: 'asc' }, { id: 'asc' }] as const

export type ChatTakeout = ReturnType<typeof createChatTakeout>

export function createChatTakeout({ db, files, history, now }: ChatTakeoutDependencies) {
  const toOwnFile = ({ name, storageKey }: { name: string; storageKey: string }): OwnFile => ({
    name,
    open: () => openStoredFile(files, storageKey),
  })

  const whereOwn = ({ id: ownerId, tenantId }: ActorAccess) => ({ ownerId, tenantId, AND: whereTemporary('none') })

  async function readChat(owner: ActorAccess & Pick<Actor, 'language'>, id: string, timeZone: string): Promise<OwnChat | null> {
    const exported = await history.findExport(owner, id, { format: 'json', time_zone: timeZone })
    if (!exported) return null
    const at = now()
    const own = await db.chatFile.findMany({ where: { chatId: id }, select: fileColumns, orderBy: [...oldestFirst] })
    return {
      title: exported.view.chat.title,
      markdown: writeExport(owner, { ...exported, tree: null }, at),
      json: writeExport(owner, exported, at),
      files: own.map(toOwnFile),
    }
  }

  return {
    /** How many chats and files there are, those of folders included, and the bytes of the files. */
    async count(owner: ActorAccess) {
      const chat = whereOwn(owner)
      const { id: ownerId, tenantId } = owner
      const [chats, { _count: fileCount, _sum: sum }] = await Promise.all([
        db.chat.count({ where: chat }),
        db.chatFile.aggregate({ where: { OR: [{ chat }, { folder: { ownerId, tenantId } }] }, _count: true, _sum: { sizeBytes: true } }),
      ])
      return { chats, files: fileCount, fileBytes: sum.sizeBytes ?? 0 }
    },

    /** The chats of the user, the oldest first, without temporary ones. */
    async *readChats(owner: ActorAccess & Pick<Actor, 'language'>, timeZone: string): AsyncGenerator<OwnChat> {
      let afterId: string | undefined
      for (;;) {
        const page = await db.chat.findMany({
          where: { ...whereOwn(owner), ...(afterId !== undefined && { id: { gt: afterId } }) },
          select: { id: true },
          orderBy: { id: 'asc' },
          take: idsPerRead,
        })
        for (const { id } of page) {
          const chat = await readChat(owner, id, timeZone)
          if (chat) yield chat
        }
        afterId = page.at(-1)?.id
        if (page.length < idsPerRead) return
      }
    },

    /** The folders of the user with their files. */
    async listFolders({ id: ownerId, tenantId }: ActorAccess) {
      const folders = await db.chatFolder.findMany({
        where: { ownerId, tenantId },
        select: {
          id: true,
          parentId: true,
          name: true,
          instructions: true,
          files: { select: fileColumns, orderBy: [...oldestFirst] },
        },
        orderBy: { id: 'asc' },
      })
      return folders.map((folder) => ({ ...folder, files: folder.files.map(toOwnFile) }))
    },
  }
}
