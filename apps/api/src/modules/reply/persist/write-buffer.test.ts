import type { MessageSource } from '@heddle/contracts/message'
import type { ReplyStreamEvent } from '@heddle/contracts/reply-stream'
import { randomUUIDv7 } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createPacer } from '../stream/pacer.ts'
import { createReplyIntake } from './write-buffer.ts'
import { createReplyLog, nothing } from '../stream/event-log.ts'

function startIntake() {
  const log = createReplyLog(randomUUIDv7(), createPacer(0))
  const arrivals: boolean[] = []
  const intake = createReplyIntake(log, (isUrgent) => arrivals.push(isUrgent), { ...nothing, outcomes: {} })
  return { log, intake, arrivals }
}

describe('what has arrived of a reply', () => {
  test('is shown when it is saved, and not before', () => {
    const { log, intake } = startIntake()
    intake.addText('saved ')
    intake.beginSave()
    intake.addText('later')
    expect(log.snapshot().text).toBe('')
    intake.showSaved()
    expect(log.snapshot().text).toBe('saved ')
    expect(intake.snapshot().text).toBe('saved later')
    expect(intake.hasUnsaved()).toBe(true)
  })

  test('waits for the next save when one fails, in its order', async () => {
    const { log, intake } = startIntake()
    const feed = log.followFromStart([])
    intake.addReasoning('why')
    intake.addText('a')
    intake.beginSave()
    intake.addText('b')
    intake.saveFailed()
    expect(log.snapshot().text).toBe('')
    intake.beginSave()
    intake.showSaved()
    expect([(await feed.next()).value, (await feed.next()).value] satisfies (ReplyStreamEvent | undefined)[]).toEqual([
      { type: 'reasoning', text: 'why' },
      { type: 'delta', text: 'ab' },
    ])
  })

  test('is shown once when the end comes during a save', () => {
    const { log, intake } = startIntake()
    intake.addText('a')
    intake.beginSave()
    intake.addText('b')
    intake.showAll()
    intake.showSaved()
    expect(log.snapshot().text).toBe('ab')
  })

  test('is taken back with all that it cites, of which what was on its way to the database is named', () => {
    const { log, intake } = startIntake()
    const [first, second, third] = [1, 2, 3].map((number) => ({
      id: randomUUIDv7(),
      number,
      title: null,
      passage: '',
      page: null,
      score: null,
      file: null,
    })) as [MessageSource, MessageSource, MessageSource]
    intake.addSources([first, second])
    intake.addText('[1][2]')
    intake.beginSave()
    intake.addSources([third])
    intake.addText('[3]')
    intake.restart()
    intake.saveFailed()
    expect(intake.unsavedSources()).toEqual([])
    expect(intake.snapshot()).toMatchObject({ text: '', sources: [], withdrawnSources: [first.id, second.id, third.id] })
    intake.addSources([second])
    intake.addText('[2]')
    expect(intake.unsavedSources()).toEqual([second])
    intake.showAll()
    expect(intake.snapshot()).toMatchObject({ text: '[2]', sources: [second], withdrawnSources: [first.id, third.id] })
    expect(log.snapshot()).toMatchObject({ text: '[2]', sources: [second] })
  })

  test('is urgent when it is the first thought or the first word', () => {
    const { intake, arrivals } = startIntake()
    intake.addStep({ node_id: 'llm', type: 'llm', title: 'Model', status: 'started' })
    intake.addReasoning('one')
    intake.addReasoning(' two')
    intake.addText('three')
    intake.addText(' four')
    expect(arrivals).toEqual([false, true, false, true, false])
  })
})
