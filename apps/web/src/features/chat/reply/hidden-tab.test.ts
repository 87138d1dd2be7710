import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyReply } from './live-reply.ts'
import { ReplyStore } from './reply-store.ts'
import { accepted, buildDelta, buildDone, buildSnapshot, replyId, ScriptedPort, sending } from '#testing/scripted-port.ts'

const settle = () => vi.advanceTimersByTimeAsync(0)

let port: ScriptedPort
let store: ReplyStore

beforeEach(() => {
  vi.useFakeTimers()
  port = new ScriptedPort()
  store = new ReplyStore(port)
})
afterEach(() => store.close())

const isOpen = () => !port.connection.signal.aborted

async function generating(...words: string[]) {
  store.submit(sending)
  port.connection.push(accepted, ...words.map(buildDelta))
  await settle()
}

describe('a hidden tab', () => {
  test('gives up its stream, and shows what it missed when it is seen again', async () => {
    await generating('one')
    store.setHidden(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(isOpen()).toBe(false)
    expect(port.connections).toHaveLength(1)
    expect(store.getStatus()).toMatchObject({ phase: 'generating', isReconnecting: false })
    store.setHidden(false)
    await settle()
    expect(port.connections).toHaveLength(2)
    port.connection.push(buildSnapshot('one two'), buildDelta(' three'))
    await settle()
    port.paint()
    expect(store.getLive().text).toBe('one two three')
    port.connection.push(buildDone('one two three.'))
    await settle()
    expect(port.log).toEqual(['accepted', 'done completed'])
  })

  test('is told of the end that it missed', async () => {
    await generating('one')
    store.setHidden(true)
    await settle()
    store.setHidden(false)
    await settle()
    port.connection.push(buildDone('one two'))
    await settle()
    expect(port.log).toEqual(['accepted', 'done completed'])
  })

  test('sends its message before it gives up the stream', async () => {
    store.submit(sending)
    store.setHidden(true)
    await settle()
    expect(isOpen()).toBe(true)
    port.connection.push(accepted)
    await settle()
    expect(port.log).toEqual(['accepted'])
    expect(isOpen()).toBe(false)
  })

  test('that opens behind another one joins when it is seen first', async () => {
    store.setHidden(true)
    store.rejoin(replyId, emptyReply, 1)
    await settle()
    expect(port.connections).toEqual([])
    store.setHidden(false)
    await settle()
    expect(port.connections).toHaveLength(1)
  })

  test('whose chat is left never joins again', async () => {
    await generating('one')
    store.setHidden(true)
    store.close()
    store.setHidden(false)
    await settle()
    expect(port.connections).toHaveLength(1)
  })
})
