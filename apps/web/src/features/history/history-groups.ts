import type { ChatSummary } from '@heddle/contracts/chat/chat'
import { parseTime } from '#shared/dates.ts'

export const historyGroups = ['today', 'yesterday', 'thisWeek', 'older'] as const
export type HistoryGroup = (typeof historyGroups)[number]

type Dated = Pick<ChatSummary, 'id'> & { updated_at?: string | null }

const dayMs = 86_400_000

/** Returns a function that finds the group of a time. Creating a formatter is expensive, so one is shared. */
function createGrouping(now: Date, timeZone?: string) {
  const calendar = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone })
  // sv-SE writes a date as 2026-11-21, which Date reads as midnight UTC: the difference of two is in whole calendar days.
  const calendarDay = (time: Date) => new Date(calendar.format(time)).getTime() / dayMs
  const today = calendarDay(now)
  return (updated: Date): HistoryGroup => {
    const daysAgo = today - calendarDay(updated)
    if (daysAgo <= 0) return 'today'
    if (daysAgo === 1) return 'yesterday'
    return now.getTime() - updated.getTime() <= 7 * dayMs ? 'thisWeek' : 'older'
  }
}

/** Returns the chats by heading, the newest first, without empty headings. The days are those of `timeZone`, by default the browser's. */
export function groupChats<C extends Dated>(chats: readonly C[], now: Date, timeZone?: string): { group: HistoryGroup; chats: C[] }[] {
  const findGroup = createGrouping(now, timeZone)
  const dated = chats.map((chat) => {
    const updated = chat.updated_at ? parseTime(chat.updated_at) : null
    return { chat, time: updated?.getTime() ?? -Infinity, group: updated ? findGroup(updated) : 'older' }
  })
  const sorted = dated.toSorted((a, b) => b.time - a.time || 0)
  return historyGroups
    .map((group) => ({ group, chats: sorted.filter((one) => one.group === group).map(({ chat }) => chat) }))
    .filter((section) => section.chats.length > 0)
}
