import { createChatFile, createChatFolder, createChatShare } from '@heddle/db/factories/chat'
import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { createSeals } from '../../../src/modules/message/seal/seal.ts'
import { createForm } from '../../files/form.ts'
import { byId, type MatrixPart, revisionOf, type Target, unnamed } from '../part.ts'
import type { MatrixActor, MatrixWorld, Owner } from '../world.ts'
import { createWrittenChat } from './written-chat.ts'

const chatOfAnother = (explicitlyPublic: boolean) =>
  byId(async (world) => createWrittenChat(world, await world.createPerson(), explicitlyPublic))

/** A temporary chat without messages. */
async function createTemporaryChat({ db, api, createChatOf }: MatrixWorld, owner: Owner) {
  const { id } = await createChatOf(owner)
  const { keyId, ciphertext } = createSeals(api.dependencies.keys.temporaryChats).createKey(id)
  const key = { create: { keyId, ciphertext } }
  return db.chat.update({ where: { id }, data: { title: null, temporaryUntil: new Date(Date.now() + 60_000), key } })
}

/** A file with its bytes, which are those of this program. */
async function createFile({ db, api }: MatrixWorld, owner: { readonly chatId: string } | { readonly folderId: string }) {
  const path = import.meta.filename
  const { size } = await stat(path)
  const storageKey = `matrix/${randomUUID()}`
  await api.dependencies.files.put(storageKey, path)
  return createChatFile(db, { ...owner, sizeBytes: size, storageKey })
}

/** A chat that is shared with its tenant. */
async function createSharedChat(world: MatrixWorld, owner: Owner) {
  const { id } = await createWrittenChat(world, owner)
  return { id, shareId: (await createChatShare(world.db, { chatId: id })).id }
}

async function createChatWithFile(world: MatrixWorld, owner: Owner, explicitlyPublic = false) {
  const chat = await world.createChatOf(owner, explicitlyPublic)
  return { id: chat.id, fileId: (await createFile(world, { chatId: chat.id })).id }
}

const fileInChatOfAnother =
  (explicitlyPublic: boolean) =>
  async (world: MatrixWorld): Promise<Target> => ({
    ...(await createChatWithFile(world, await world.createPerson(), explicitlyPublic)),
    about: 'id',
  })

async function createFolderWithFile(world: MatrixWorld, { id: ownerId }: Pick<Owner, 'id'>) {
  const { id } = await createChatFolder(world.db, { ownerId })
  return { id, fileId: (await createFile(world, { folderId: id })).id }
}

const createShareBody = () => ({ share: { audience: 'tenant' } })

const createHempForm = () => createForm([{ name: 'hemp.txt', content: 'Hemp is strong.' }])

export const chatMatrix = {
  bodies: {
    queryChats: ({ thing }) => (thing.endsWith('by keywords') ? { keywords: 'hemp warp' } : {}),
    searchChat: () => ({ text: 'hemp' }),
    createChat: ({ target: { id } }) => ({ chat: { assistant_id: id } }),
    shareChat: ({ thing }) => ({ explicitly_public: !thing.endsWith('to take back') }),
    createChatShare: createShareBody,
    updateChatShare: createShareBody,
    previewChatShare: createShareBody,
    findShareCandidates: () => ({ keyword: 'a' }),
    chooseBranch: ({ target: { messageId } }) => ({ message_id: messageId, version: 0 }),
    setChatChoices: () => ({ response_language: 'ja' }),
    setChatSettings: () => ({ is_pinned: true, is_archived: true }),
    setChatTitle: () => ({ name: 'Hemp' }),
    changeChats: ({ thing, target: { id } }) =>
      thing.startsWith('folder') ? { ids: [randomUUID()], action: 'move', folder_id: id } : { ids: [id], action: 'archive' },
    exportChats: ({ target: { id } }) => ({ ids: [id], format: 'md' }),
    createChatFolder: ({ thing, target: { id } }) => ({ folder: { name: 'Hemp', ...(thing.startsWith('folder') && { parent_id: id }) } }),
    updateChatFolder: async ({ db, target: { id } }) => ({
      revision: await revisionOf(db.chatFolder.findUnique({ where: { id } })),
      folder: { name: 'Hemp' },
    }),
  },
  forms: { uploadChatFiles: createHempForm, uploadFolderFiles: createHempForm, uploadTestFiles: createHempForm },
  queries: { exportChat: '?format=md', getChatMessages: '?before=:messageId' },
  things: {
    'their own by keywords': unnamed,
    'own chat': byId((world, { user }) => createWrittenChat(world, user)),
    'own temporary chat': byId((world, { user }) => createTemporaryChat(world, user)),
    'temporary chat of another': byId(async (world) => createTemporaryChat(world, await world.createPerson())),
    'private chat of another': chatOfAnother(false),
    'shared chat of another': chatOfAnother(true),
    'shared chat of another, to share': chatOfAnother(true),
    'shared chat of another, to take back': chatOfAnother(true),

    'share of their own chat': async (world: MatrixWorld, { user }: MatrixActor) => ({
      ...(await createSharedChat(world, user)),
      about: 'shareId',
    }),
    'share of a chat of another': async (world: MatrixWorld) => ({
      ...(await createSharedChat(world, await world.createPerson())),
      about: 'id',
    }),
    'share of another chat, in their own': async (world: MatrixWorld, { user }: MatrixActor) => {
      const [own, other] = [await createWrittenChat(world, user), await createSharedChat(world, user)]
      return { id: own.id, shareId: other.shareId, about: 'shareId' }
    },

    'folder of their own': byId(({ db }, { user }) => createChatFolder(db, { ownerId: user.id })),
    'folder of another': byId(async ({ db, createPerson }) => createChatFolder(db, { ownerId: (await createPerson()).id })),

    'file in a folder of their own': async (world: MatrixWorld, { user }: MatrixActor) => ({
      ...(await createFolderWithFile(world, user)),
      about: 'id',
    }),
    'file in a folder of another': async (world: MatrixWorld) => ({
      ...(await createFolderWithFile(world, await world.createPerson())),
      about: 'id',
    }),
    'file of another folder, in one of their own': async (world: MatrixWorld, { user }: MatrixActor) => {
      const [own, other] = [await createFolderWithFile(world, user), await createFolderWithFile(world, user)]
      return { id: own.id, fileId: other.fileId, about: 'fileId' }
    },

    'file in their own chat': async (world: MatrixWorld, { user }: MatrixActor) => ({
      ...(await createChatWithFile(world, user)),
      about: 'id',
    }),
    'file in a private chat of another': fileInChatOfAnother(false),
    'file in a shared chat of another': fileInChatOfAnother(true),
    'file of another chat, in their own': async (world: MatrixWorld, { user }: MatrixActor) => {
      const [own, other] = [await world.createChatOf(user), await createChatWithFile(world, user)]
      return { id: own.id, fileId: other.fileId, about: 'fileId' }
    },
  },
} satisfies MatrixPart
