import { describe, expect, test, vi } from 'vitest'
import { groupChats } from './history-groups.ts'

const buildChat = (id: string, updated_at: string | null) => ({ id, updated_at })
const listIds = (sections: ReturnType<typeof groupChats>) =>
  sections.map(({ group, chats }) => [group, chats.map(({ id }) => id).join(' ')])

/** Groups for a browser in a time zone. */
function groupChatsIn(timeZone: string, ...[chats, now]: Parameters<typeof groupChats>) {
  vi.stubEnv('TZ', timeZone)
  return groupChats(chats, now)
}

describe('the headings of the history', () => {
  const now = new Date('2026-11-21T04:00:00Z')

  test('follow the calendar of the user, the newest first', () => {
    const chats = [
      buildChat('old', '2026-11-01T00:00:00Z'),
      buildChat('week', '2026-11-16T00:00:00Z'),
      buildChat('evening', '2026-11-20T15:59:00Z'),
      buildChat('midnight', '2026-11-20T16:00:00Z'),
      buildChat('now', '2026-11-21T03:59:00Z'),
    ]
    expect(listIds(groupChatsIn('Asia/Taipei', chats, now))).toEqual([
      ['today', 'now midnight'],
      ['yesterday', 'evening'],
      ['thisWeek', 'week'],
      ['older', 'old'],
    ])
  })

  test('differ between time zones at the same moment', () => {
    const chats = [buildChat('a', '2026-11-20T16:00:00Z')]
    expect(listIds(groupChatsIn('Asia/Taipei', chats, now))).toEqual([['today', 'a']])
    expect(listIds(groupChatsIn('Europe/London', chats, now))).toEqual([['yesterday', 'a']])
    expect(listIds(groupChatsIn('America/New_York', chats, now))).toEqual([['today', 'a']])
  })

  test('count seven days as the week, to the minute', () => {
    const chats = [buildChat('in', '2026-11-14T04:00:00Z'), buildChat('out', '2026-11-14T03:59:00Z')]
    expect(listIds(groupChatsIn('UTC', chats, now))).toEqual([
      ['thisWeek', 'in'],
      ['older', 'out'],
    ])
  })

  test('count a day of 23 hours as a day', () => {
    const morningAfter = new Date('2026-03-09T12:00:00Z')
    expect(listIds(groupChatsIn('America/New_York', [buildChat('a', '2026-03-08T05:30:00Z')], morningAfter))).toEqual([['yesterday', 'a']])
  })

  test('put chats without a time into "older", and parse a time without a zone as UTC', () => {
    const chats = [buildChat('none', null), buildChat('bare', '2026-11-21T03:00:00')]
    expect(listIds(groupChatsIn('UTC', chats, now))).toEqual([
      ['today', 'bare'],
      ['older', 'none'],
    ])
  })

  test('are left out without chats', () => {
    expect(groupChatsIn('UTC', [], now)).toEqual([])
  })
})
