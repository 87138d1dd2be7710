import type { Actor } from '../../../platform/permissions/actor.ts'
import type { ReplyService } from '../../reply/reply.service.ts'
import type { ChatRepository } from '../chat.repository.ts'

type ChatDeletionDependencies = {
  readonly chats: Pick<ChatRepository, 'findOwn' | 'deleteMany'>
  readonly replies: Pick<ReplyService, 'stopGeneration'>
}

const chatsPerBatch = 100

export type ChatDeletion = ReturnType<typeof createChatDeletion>

export function createChatDeletion({ chats, replies }: ChatDeletionDependencies) {
  /** Deletes those that are the actor's, with their running replies stopped, and returns their ids. */
  async function deleteChats(actor: Actor, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const own = await chats.findOwn(actor, { id: { in: [...ids] } }, ids.length)
    for (const { id, isGenerating } of own) if (isGenerating) await replies.stopGeneration(actor, id)
    const ownIds = own.map(({ id }) => id)
    await chats.deleteMany(ownIds)
    return new Set(ownIds)
  }

  return {
    deleteChats,

    async deleteChatsOfFolders(actor: Actor, folderIds: readonly string[]) {
      const findIds = async () => (await chats.findOwn(actor, { folderId: { in: [...folderIds] } }, chatsPerBatch)).map(({ id }) => id)
      for (let ids = await findIds(); ids.length > 0; ids = await findIds()) await deleteChats(actor, ids)
    },
  }
}
