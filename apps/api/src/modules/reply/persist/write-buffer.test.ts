import type { MessageSource } from '@heddle/contracts/message/message'
import type { ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'
import { randomUUIDv7 } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createWriteBuffer } from './write-buffer.ts'
import { createEventLog, emptyBeginning } from '../../run/event-log.ts'

function startBuffer() {
  const log = createEventLog(randomUUIDv7())
  const arrivals: boolean[] = []
  const buffer = createWriteBuffer(log, (isUrgent) => arrivals.push(isUrgent), { ...emptyBeginning, outcomes: {} })
  return { log, buffer, arrivals }
}

describe('what has arrived of a reply', () => {
  test('is shown when it is saved, and not before', () => {
    const { log, buffer } = startBuffer()
    buffer.addText('saved ')
    buffer.beginSave()
    buffer.addText('later')
    expect(log.snapshot().text).toBe('')
    buffer.showSaved()
    expect(log.snapshot().text).toBe('saved ')
    expect(buffer.snapshot().text).toBe('saved later')
    expect(buffer.hasUnsaved()).toBe(true)
  })

  test('waits for the next save when one fails, in its order', async () => {
    const { log, buffer } = startBuffer()
    const feed = log.followFromStart([])
    buffer.addReasoning('why')
    buffer.addText('a')
    buffer.beginSave()
    buffer.addText('b')
    buffer.saveFailed()
    expect(log.snapshot().text).toBe('')
    buffer.beginSave()
    buffer.showSaved()
    expect([(await feed.next()).value, (await feed.next()).value] satisfies (ReplyStreamEvent | undefined)[]).toEqual([
      { type: 'reasoning', text: 'why' },
      { type: 'delta', text: 'ab' },
    ])
  })

  test('is shown once when the end comes during a save', () => {
    const { log, buffer } = startBuffer()
    buffer.addText('a')
    buffer.beginSave()
    buffer.addText('b')
    buffer.showAll()
    buffer.showSaved()
    expect(log.snapshot().text).toBe('ab')
  })

  test('is taken back with all that it cites, of which what was on its way to the database is named', () => {
    const { log, buffer } = startBuffer()
    const [first, second, third] = [1, 2, 3].map((number) => ({
      id: randomUUIDv7(),
      number,
      title: null,
      passage: '',
      page: null,
      score: null,
      file: null,
    })) as [MessageSource, MessageSource, MessageSource]
    buffer.addSources([first, second])
    buffer.addText('[1][2]')
    buffer.beginSave()
    buffer.addSources([third])
    buffer.addText('[3]')
    buffer.restart()
    buffer.saveFailed()
    expect(buffer.unsavedSources()).toEqual([])
    expect(buffer.snapshot()).toMatchObject({ text: '', sources: [], withdrawnSources: [first.id, second.id, third.id] })
    buffer.addSources([second])
    buffer.addText('[2]')
    expect(buffer.unsavedSources()).toEqual([second])
    buffer.showAll()
    expect(buffer.snapshot()).toMatchObject({ text: '[2]', sources: [second], withdrawnSources: [first.id, third.id] })
    expect(log.snapshot()).toMatchObject({ text: '[2]', sources: [second] })
  })

  test('is saved from the end of the last chunk, and whole after what was saved is not what was said', () => {
    const { buffer } = startBuffer()
    const long = 'x'.repeat(3_000)
    buffer.addText(long)
    expect(buffer.beginSave()).toMatchObject({ chunks: 0, text: long, endsChunk: true, isWhole: false })
    buffer.showSaved()
    buffer.addText('tail')
    expect(buffer.beginSave()).toMatchObject({ chunks: 1, text: 'tail', endsChunk: false, isWhole: false })
    buffer.saveRejected()
    expect(buffer.hasUnsaved()).toBe(true)
    expect(buffer.beginSave()).toMatchObject({ chunks: 0, text: `${long}tail`, isWhole: true })
    buffer.showSaved()
    buffer.restart()
    buffer.addText('again')
    expect(buffer.beginSave()).toMatchObject({ chunks: 0, text: 'again', isWhole: true })
  })

  test('is never cut within a character', () => {
    const { buffer } = startBuffer()
    buffer.addText(`${'x'.repeat(3_000)}\ud83d`)
    expect(buffer.beginSave().text).toHaveLength(3_000)
    buffer.showSaved()
    buffer.addText('\ude00')
    expect(buffer.beginSave().text).toBe('😀')
  })

  test('is urgent when it is the first thought or the first word', () => {
    const { buffer, arrivals } = startBuffer()
    buffer.addStep({ node_id: 'llm', type: 'llm', title: 'Model', status: 'started' })
    buffer.addReasoning('one')
    buffer.addReasoning(' two')
    buffer.addText('three')
    buffer.addText(' four')
    expect(arrivals).toEqual([false, true, false, true, false])
  })
})
