// The filters of the table of chats: as the address has them, and as the service is asked.
import { limits } from '@heddle/contracts/limits'
import { Id } from '@heddle/contracts/wire'
import { z } from 'zod'
import type { ListedChats } from '#entities/chat/chat-lists.ts'
import { keywordFilter } from '#shared/table/use-table-state.ts'

export const noFolder = 'none'
export const states = ['active', 'archived', 'pinned', 'shared', 'private'] as const
export const ages = ['week', 'month', 'overMonth', 'overQuarter', 'overYear'] as const
export const questionCounts = ['1', '5', '20'] as const

export const filterSchemas = {
  keyword: keywordFilter,
  folder: z.union([Id, z.literal(noFolder)]),
  expert: Id,
  age: z.enum(ages),
  state: z.enum(states),
  questions: z.enum(questionCounts),
}
type Filters = { [Name in keyof typeof filterSchemas]?: z.output<(typeof filterSchemas)[Name]> }

const dayMs = 86_400_000
const agoInDays: Record<(typeof ages)[number], ['updated_from' | 'updated_before', number]> = {
  week: ['updated_from', 7],
  month: ['updated_from', 30],
  overMonth: ['updated_before', 30],
  overQuarter: ['updated_before', 90],
  overYear: ['updated_before', 365],
}
const ofState: Record<(typeof states)[number], ListedChats> = {
  active: { is_archived: false },
  archived: { is_archived: true },
  pinned: { is_pinned: true },
  shared: { is_shared: true },
  private: { is_shared: false },
}

/** Returns what the service is asked, with ages that count back from `now`. */
export function toListedChats({ keyword, folder, expert, age, state, questions }: Filters, now: Date): ListedChats {
  const [side, days] = age ? agoInDays[age] : []
  return {
    ...(keyword && { keywords: keyword.split(/\s+/u).slice(0, limits.searchKeywords).join(' ') }),
    ...(folder && { folder_id: folder === noFolder ? null : folder }),
    ...(expert && { assistant_id: expert }),
    ...(side && days && { [side]: new Date(now.getTime() - days * dayMs).toISOString() }),
    ...(state && ofState[state]),
    ...(questions && { min_requests: Number(questions) }),
  }
}
