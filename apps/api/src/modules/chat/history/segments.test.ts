import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxSegmentBytes, mergeIntoSegments, messageSeparator, type HistorySegment, toSearchableText } from './segments.ts'

const message = (messageId: string, text = messageId) => ({ messageId, text })
const segment = (...messageIds: string[]): HistorySegment => ({ messageIds, text: messageIds.join(messageSeparator) })
const ids = (segments: readonly HistorySegment[]) => segments.map(({ messageIds }) => messageIds.join(''))
const half = 'x'.repeat(maxSegmentBytes / 2)

describe('merging messages into the segments of a chat', () => {
  test('appends to the last segment', () => {
    expect(mergeIntoSegments([segment('a', 'b')], [message('c')])).toEqual([segment('a', 'b', 'c')])
  })

  test('begins a segment where the last one has enough, which is not written again', () => {
    const full = { messageIds: ['a', 'b'], text: ['a', half].join(messageSeparator) }
    expect(ids(mergeIntoSegments([full], [message('c', half)]))).toEqual(['c'])
  })

  test('replaces a message where it is', () => {
    expect(mergeIntoSegments([segment('a', 'b', 'c')], [message('b', 'other')])).toEqual([
      { messageIds: ['a', 'b', 'c'], text: ['a', 'other', 'c'].join(messageSeparator) },
    ])
  })

  test('puts a message in order, whenever it comes', () => {
    expect(ids(mergeIntoSegments([segment('b', 'd'), segment('f')], [message('g'), message('e'), message('c'), message('a')]))).toEqual([
      'a',
      'bcde',
      'fg',
    ])
  })

  test('cuts a segment that has become too long, and keeps its beginning', () => {
    expect(ids(mergeIntoSegments([segment('a', 'b', 'c')], [message('b', half + half)]))).toEqual(['a', 'b', 'c'])
  })

  test('writes a segment again whose text is the same', () => {
    expect(mergeIntoSegments([segment('a', 'b')], [message('a')])).toEqual([segment('a', 'b')])
  })

  test('counts the ids, so that short messages make no endless list', () => {
    const many = Array.from({ length: 5_000 }, (_, number) => message(String(number).padStart(5, '0'), 'x'))
    for (const { messageIds } of mergeIntoSegments([], many)) expect(messageIds.length).toBeLessThan(1_000)
  })

  test('gives, in whatever order they come, segments that have every message once as it was last, in order, in bounds', () => {
    const batch = fc.array(fc.record({ number: fc.nat(40), length: fc.nat(9_000) }), { maxLength: 12 })
    fc.assert(
      fc.property(fc.array(batch, { maxLength: 8 }), (batches) => {
        const stored = new Map<string, HistorySegment>()
        const last = new Map<string, string>()
        for (const messages of batches) {
          const added = messages.map(({ number, length }) => message(String(number).padStart(2, '0'), '織'.repeat(length)))
          for (const { messageId, text } of added) last.set(messageId, text)
          const begins = [...stored.keys()].toSorted()
          const covering = new Set(added.flatMap(({ messageId }) => begins.findLast((begin) => begin <= messageId) ?? []))
          const existing = [...covering].map((begin) => stored.get(begin) as HistorySegment)
          for (const written of mergeIntoSegments(existing, added)) stored.set(written.messageIds[0] as string, written)
        }
        const segments = [...stored.keys()].toSorted().map((begin) => stored.get(begin) as HistorySegment)
        const expected = [...last].toSorted(([a], [b]) => (a < b ? -1 : 1))
        expect(segments.flatMap(({ messageIds }) => messageIds)).toEqual(expected.map(([messageId]) => messageId))
        expect(segments.flatMap(({ text }) => text.split(messageSeparator))).toEqual(expected.map(([, text]) => text))
        const shared = segments.filter(({ messageIds }) => messageIds.length > 1)
        for (const { text } of shared) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxSegmentBytes)
      }),
    )
  })
})

test('a message has no separator in its searchable text', () => {
  expect(toSearchableText(`Warp${messageSeparator}ＷＥＦＴ`)).toBe('warp weft')
})
