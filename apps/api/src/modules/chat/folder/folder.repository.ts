import type { Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import type { Actor } from '../../../platform/permissions/actor.ts'

const ownFolders = ({ id: ownerId, tenantId }: Actor) => ({ ownerId, tenantId })

const folderSelect = { id: true, parentId: true, revision: true, children: { select: { id: true } } } satisfies Prisma.ChatFolderSelect

/** A folder with those that lie in it. */
export type FolderRecord = Prisma.ChatFolderGetPayload<{ select: typeof folderSelect }>

export type FolderChange = Pick<Prisma.ChatFolderUncheckedUpdateInput, 'name' | 'color' | 'parentId' | 'assistantId' | 'instructions'>

/** Has the changes of a user's folders take turns: the lock is held until the end of the transaction. */
export const takeTurn = (tx: Queryable, actor: Actor) => tx.$queryRaw`SELECT FROM "user" WHERE id = ${actor.id}::uuid FOR NO KEY UPDATE`

export const findFolder = (tx: Queryable, actor: Actor, id: string): Promise<FolderRecord | null> =>
  tx.chatFolder.findFirst({ where: { id, ...ownFolders(actor) }, select: folderSelect })

export const countFolders = (tx: Queryable, actor: Actor): Promise<number> => tx.chatFolder.count({ where: ownFolders(actor) })

/** The last of its parent. */
export async function createFolder(
  tx: Queryable,
  actor: Actor,
  folder: Omit<Prisma.ChatFolderUncheckedCreateInput, 'ownerId' | 'tenantId' | 'position'>,
) {
  const { _max: last } = await tx.chatFolder.aggregate({
    where: { ...ownFolders(actor), parentId: folder.parentId ?? null },
    _max: { position: true },
  })
  return tx.chatFolder.create({ data: { ...folder, ...ownFolders(actor), position: (last.position ?? -1) + 1 }, select: { id: true } })
}

export const updateFolder = (tx: Queryable, id: string, change: FolderChange) =>
  tx.chatFolder.update({ where: { id }, data: { ...change, revision: { increment: 1 } }, select: { parentId: true } })

/** Puts a folder at a position among those of its parent, or behind them. */
export async function placeFolder(tx: Queryable, actor: Actor, { id, parentId }: Pick<FolderRecord, 'id' | 'parentId'>, position?: number) {
  const others = await tx.chatFolder.findMany({
    where: { ...ownFolders(actor), parentId, id: { not: id } },
    select: { id: true },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  })
  const ids = others.map((other) => other.id)
  ids.splice(position ?? ids.length, 0, id)
  await tx.$executeRaw`
    UPDATE chat_folder f SET position = place.number - 1
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS place(id, number) WHERE f.id = place.id`
}

/** With those in it; their chats are in no folder then. */
export const deleteFolder = (tx: Queryable, actor: Actor, id: string) => tx.chatFolder.deleteMany({ where: { id, ...ownFolders(actor) } })
