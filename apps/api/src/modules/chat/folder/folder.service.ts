// The folders of a user's chats. They are no one else's to see, not even an administrator's.
import type { createChatFolder, deleteChatFolder, queryChatFolders, updateChatFolder } from '@heddle/contracts/chat/folder'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Pool } from 'pg'
import { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Paging } from '../../../platform/http/paging.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { AssistantService } from '../../assistant/assistant.service.ts'
import type { ChatDeletion } from '../bulk/delete-chats.ts'
import {
  countFolders,
  createFolder,
  deleteFolder,
  findFolder,
  type FolderChange,
  type FolderRecord,
  placeFolder,
  takeTurn,
  updateFolder,
} from './folder.repository.ts'
import { findFolders, type FolderRow } from './folder.sql.ts'

type FolderServiceDependencies = {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly paging: Paging
  readonly assistants: Pick<AssistantService, 'findUsableIds'>
  readonly deletion: ChatDeletion
}

type Settings = z.output<typeof updateChatFolder.schema.body>['folder']

const Key = z.object({ topPosition: z.int(), topId: z.string(), isNested: z.boolean(), position: z.int(), id: z.string() })

const toChange = ({ name, color, parent_id: parentId, assistant_id: assistantId, instructions }: Settings): FolderChange => ({
  ...(name !== undefined && { name }),
  ...(color !== undefined && { color }),
  ...(parentId !== undefined && { parentId }),
  ...(assistantId !== undefined && { assistantId }),
  ...(instructions !== undefined && { instructions }),
})

/** Refuses a parent that lies in another folder itself, or a `folder` that has some in it. */
async function assertParent(tx: Queryable, actor: Actor, parentId: string | null | undefined, folder?: FolderRecord) {
  if (parentId === null || parentId === undefined) return
  const parent = await findFolder(tx, actor, parentId)
  if (!parent) throw new AppError('CHAT_FOLDER_NOT_FOUND')
  const isDeep = parent.parentId !== null || parent.id === folder?.id || (folder?.children.length ?? 0) > 0
  if (isDeep) throw new AppError('CHAT_FOLDER_TOO_DEEP')
}

export type FolderService = ReturnType<typeof createFolderService>

export function createFolderService({ db, pool, paging, assistants, deletion }: FolderServiceDependencies) {
  const list = paging.defineList({ name: 'chat folders', filters: z.object({}), key: Key, defaultSize: limits.maxPageSize })

  /** Without an expert that is no longer the actor's to use. */
  async function hideUnusable(actor: Actor, rows: readonly FolderRow[]): Promise<FolderRow[]> {
    const ids = rows.flatMap(({ assistantId }) => assistantId ?? [])
    const usable = ids.length === 0 ? new Set<string>() : await assistants.findUsableIds(actor, [...new Set(ids)])
    return rows.map((row) => ({ ...row, assistantId: usable.has(row.assistantId ?? '') ? row.assistantId : null }))
  }

  async function getFolder(actor: Actor, id: string): Promise<FolderRow> {
    const [folder] = await hideUnusable(actor, await findFolders(pool, actor, { id }))
    if (!folder) throw new AppError('CHAT_FOLDER_NOT_FOUND')
    return folder
  }

  async function assertUsable(actor: Actor, id: string | null | undefined) {
    if (id === null || id === undefined) return
    if (!(await assistants.findUsableIds(actor, [id])).has(id)) throw new AppError('ASSISTANT_NOT_FOUND')
  }

  return {
    async queryChatFolders(actor: Actor, request: z.output<typeof queryChatFolders.schema.body>) {
      const page = list.read(request, {})
      const found = await findFolders(pool, actor, { after: page.after, take: page.size + 1 })
      const { rows, nextPageToken } = list.cut(page, found, (row) => Key.parse(row))
      return { folders: await hideUnusable(actor, rows), nextPageToken }
    },

    async createChatFolder(actor: Actor, { folder }: z.output<typeof createChatFolder.schema.body>): Promise<FolderRow> {
      await assertUsable(actor, folder.assistant_id)
      const { id } = await db.$transaction(async (tx) => {
        await takeTurn(tx, actor)
        if ((await countFolders(tx, actor)) >= limits.foldersPerUser)
          throw new AppError('CHAT_FOLDER_TOO_MANY', { params: { max: limits.foldersPerUser } })
        await assertParent(tx, actor, folder.parent_id)
        return createFolder(tx, actor, {
          name: folder.name,
          color: folder.color ?? null,
          parentId: folder.parent_id ?? null,
          assistantId: folder.assistant_id ?? null,
          instructions: folder.instructions ?? '',
        })
      })
      return getFolder(actor, id)
    },

    async updateChatFolder(
      actor: Actor,
      id: string,
      { revision, folder }: z.output<typeof updateChatFolder.schema.body>,
    ): Promise<FolderRow> {
      await assertUsable(actor, folder.assistant_id)
      await db.$transaction(async (tx) => {
        await takeTurn(tx, actor)
        const before = await findFolder(tx, actor, id)
        if (!before) throw new AppError('CHAT_FOLDER_NOT_FOUND')
        if (before.revision !== revision) throw new AppError('REVISION_MISMATCH')
        await assertParent(tx, actor, folder.parent_id, before)
        const { parentId } = await updateFolder(tx, id, toChange(folder))
        if (folder.position !== undefined || parentId !== before.parentId) await placeFolder(tx, actor, { id, parentId }, folder.position)
      })
      return getFolder(actor, id)
    },

    async deleteChatFolder(
      actor: Actor,
      id: string,
      { with_chats: withChats = false }: z.output<typeof deleteChatFolder.schema.querystring>,
    ) {
      const folder = await findFolder(db, actor, id)
      if (!folder) throw new AppError('CHAT_FOLDER_NOT_FOUND')
      if (withChats) await deletion.deleteChatsOfFolders(actor, [id, ...folder.children.map((child) => child.id)])
      const { count } = await deleteFolder(db, actor, id)
      if (count === 0) throw new AppError('CHAT_FOLDER_NOT_FOUND')
    },
  }
}
