import type { ChatSummary } from '@heddle/contracts/chat'
import { parseTime } from '#shared/dates.ts'

export const historyGroups = ['today', 'yesterday', 'thisWeek', 'older'] as const
export type HistoryGroup = (typeof historyGroups)[number]

type Dated = Pick<ChatSummary, 'id'> & { updated_at?: string | null }

const dayMs = 86_400_000

// sv-SE writes a date as 2026-11-21, which Date reads as midnight UTC: the difference of two is in whole calendar days.
const calendarDay = (time: Date, timeZone?: string) =>
  new Date(new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(time)).getTime() / dayMs

function groupOf(chat: Dated, now: Date, timeZone?: string): HistoryGroup {
  if (!chat.updated_at) return 'older'
  const updated = parseTime(chat.updated_at)
  const daysAgo = calendarDay(now, timeZone) - calendarDay(updated, timeZone)
  if (daysAgo <= 0) return 'today'
  if (daysAgo === 1) return 'yesterday'
  return now.getTime() - updated.getTime() <= 7 * dayMs ? 'thisWeek' : 'older'
}

/** The chats under the headings that have any, the newest first. The days are those of `timeZone`, else of the browser. */
export function groupChats<C extends Dated>(chats: readonly C[], now: Date, timeZone?: string): { group: HistoryGroup; chats: C[] }[] {
  const time = (chat: C) => (chat.updated_at ? parseTime(chat.updated_at).getTime() : -Infinity)
  const sorted = chats.toSorted((a, b) => time(b) - time(a) || 0)
  return historyGroups
    .map((group) => ({ group, chats: sorted.filter((chat) => groupOf(chat, now, timeZone) === group) }))
    .filter((section) => section.chats.length > 0)
}
