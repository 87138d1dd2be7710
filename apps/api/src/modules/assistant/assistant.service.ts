import type { queryAssistants } from '@heddle/contracts/assistant/assistant'
import { limits } from '@heddle/contracts/limits'
import { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import type { ActorAccess, Actor } from '../../platform/permissions/actor.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { AssistantRepository } from './assistant.repository.ts'
import type { AssistantRow } from './assistant.sql.ts'

type QueryBody = z.output<typeof queryAssistants.schema.body>

const Filters = z.object({
  keyword: z.string().optional(),
  accepts_files: z.boolean().optional(),
  scope: z.enum(['favorites', 'others', 'all', 'managed']),
})
const Key = z.object({ id: z.string(), position: z.int().optional() })

export type AssistantService = ReturnType<typeof createAssistantService>

export function createAssistantService(assistants: AssistantRepository, paging: Paging) {
  const list = paging.defineList({ name: 'assistants', filters: Filters, key: Key, defaultSize: limits.chatPageSize })

  return {
    findUsableAssistant: (actor: ActorAccess, id: string) => assistants.findUsable(actor, id),

    findUsableIds: (actor: Actor, ids: readonly string[]) => assistants.findUsableIds(actor, ids),

    async getAssistant(actor: Actor, id: string): Promise<AssistantRow> {
      const assistant = await assistants.findUsable(actor, id)
      if (!assistant) throw new AppError('ASSISTANT_NOT_FOUND')
      return assistant
    },

    async queryAssistants(actor: Actor, { keyword, scope = 'all', accepts_files, ...request }: QueryBody) {
      const page = list.read(request, { keyword, scope, accepts_files })
      const take = page.size + 1
      const { filters, after } = page
      const search = { keyword: filters.keyword, acceptsFiles: filters.accepts_files }
      const found =
        filters.scope === 'favorites'
          ? await assistants.findFavorites(actor, { ...search, afterPosition: after?.position, take })
          : await assistants.findNewest(actor, { ...search, scope: filters.scope, afterId: after?.id, take })
      const { rows: keys, nextPageToken } = list.cut(page, found, (key) => key)
      const ids = keys.map(({ id }) => id)
      return { rows: await assistants.findRows(actor, ids), nextPageToken }
    },
  }
}
