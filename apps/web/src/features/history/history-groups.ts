import type { ChatSummary } from '@heddle/contracts/chat/chat'
import { parseTime } from '#shared/dates.ts'

export const historyGroups = ['today', 'yesterday', 'thisWeek', 'older'] as const
export type HistoryGroup = (typeof historyGroups)[number]

type Dated = Pick<ChatSummary, 'id'> & { updated_at?: string | null }

const dayMs = 86_400_000

/** Counts calendar days in the browser's time zone. Without `Intl`, whose first formatter takes a page longer than all groups. */
const countDays = (time: Date) => Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / dayMs

function findGroup(updated: Date, now: Date): HistoryGroup {
  const daysAgo = countDays(now) - countDays(updated)
  if (daysAgo <= 0) return 'today'
  if (daysAgo === 1) return 'yesterday'
  return now.getTime() - updated.getTime() <= 7 * dayMs ? 'thisWeek' : 'older'
}

/** Returns the chats by heading, the newest first, without empty headings. */
export function groupChats<C extends Dated>(chats: readonly C[], now: Date): { group: HistoryGroup; chats: C[] }[] {
  const dated = chats.map((chat) => {
    const updated = chat.updated_at ? parseTime(chat.updated_at) : null
    return { chat, time: updated?.getTime() ?? -Infinity, group: updated ? findGroup(updated, now) : 'older' }
  })
  const sorted = dated.toSorted((a, b) => b.time - a.time || 0)
  return historyGroups
    .map((group) => ({ group, chats: sorted.filter((one) => one.group === group).map(({ chat }) => chat) }))
    .filter((section) => section.chats.length > 0)
}
