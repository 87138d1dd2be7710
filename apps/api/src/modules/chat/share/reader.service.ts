// Sharing, by those who find whom to share with, and by those with whom it is shared.
import type { findShareCandidates, querySharedWithMe } from '@heddle/contracts/chat/share'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient } from '@heddle/db/client'
import { fold } from '@heddle/text/language/folding'
import type { Pool } from 'pg'
import { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Paging } from '../../../platform/http/paging.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import { canForkChat } from '../../../platform/permissions/chat.permissions.ts'
import type { ModelService } from '../../model/model.service.ts'
import type { PreferenceService } from '../../preference/preference.service.ts'
import type { WholeChatView } from '../chat.presenter.ts'
import type { ChatService } from '../chat.service.ts'
import { copyChat, findSharedWith } from './seen.sql.ts'
import { findCandidates } from './share.repository.ts'

type ReaderServiceDependencies = {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly paging: Paging
  readonly models: Pick<ModelService, 'chooseModel'>
  readonly preferences: Pick<PreferenceService, 'getPersonalInstructions'>
  readonly chats: Pick<ChatService, 'getChat' | 'getChatProfile'>
}

export type ReaderService = ReturnType<typeof createReaderService>

export function createReaderService({ db, pool, paging, models, preferences, chats }: ReaderServiceDependencies) {
  const candidates = paging.defineList({
    name: 'candidates for a share',
    filters: z.object({ keyword: z.string() }),
    key: z.object({ isUser: z.boolean(), nameKey: z.string(), id: z.string() }),
    defaultSize: limits.chatPageSize,
  })
  const shared = paging.defineList({
    name: 'chats shared with the actor',
    filters: z.object({}),
    key: z.object({ sharedAt: z.coerce.date(), id: z.string() }),
    defaultSize: limits.chatPageSize,
  })

  return {
    async findShareCandidates(actor: Actor, { keyword, ...request }: z.output<typeof findShareCandidates.schema.body>) {
      const page = candidates.read(request, { keyword })
      const query = { keyword: fold(page.filters.keyword), after: page.after, take: page.size + 1 }
      return candidates.cut(page, await findCandidates(db, actor, query), ({ isUser, nameKey, id }) => ({ isUser, nameKey, id }))
    },

    async querySharedWithMe(actor: Actor, request: z.output<typeof querySharedWithMe.schema.body>) {
      const page = shared.read(request, {})
      const found = await findSharedWith(pool, actor, { after: page.after, take: page.size + 1 })
      return shared.cut(page, found, ({ sharedAt, id }) => ({ sharedAt, id }))
    },

    /** A copy of what the actor sees of the chat of another user, with its expert if the actor may use that. */
    async forkChat(actor: Actor, id: string): Promise<WholeChatView> {
      const { chat, assistant } = await chats.getChatProfile(actor, id, 'CHAT_NOT_FOUND')
      if (!canForkChat(actor, chat)) throw new AppError('FORBIDDEN')
      const [model, instructions] = await Promise.all([
        models.chooseModel(actor, { preferredId: chat.modelId }, assistant),
        preferences.getPersonalInstructions(actor),
      ])
      const { lastMessageId, title, responseLanguage } = chat
      const choices = { assistantId: assistant?.id ?? null, modelId: model?.id ?? null, usesInstructions: instructions.instructsNewChats }
      return chats.getChat(actor, await copyChat(pool, actor, { lastMessageId, title, responseLanguage, ...choices }))
    },
  }
}
