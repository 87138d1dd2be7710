import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'
import { ApiError, NetworkError } from '#shared/api/errors.ts'
import { emptyReply } from './live-reply.ts'
import { ReplyStore } from './reply-store.ts'
import {
  accepted,
  buildDelta,
  buildDone,
  buildMessage,
  questionId,
  replyId,
  ScriptedPort,
  sending,
  buildSnapshot,
} from '#testing/scripted-port.ts'
import { listPendingMessages, type Submission } from './submission.ts'

const settle = () => vi.advanceTimersByTimeAsync(0)
const lost = () => new NetworkError('lost')

let port: ScriptedPort
let store: ReplyStore
const text = () => {
  port.paint()
  return store.getLive().text
}

beforeEach(() => {
  vi.useFakeTimers()
  port = new ScriptedPort()
  store = new ReplyStore(port)
})
afterEach(() => store.close())

async function generating(...words: string[]) {
  store.submit(sending)
  port.connection.push(accepted, ...words.map(buildDelta))
  await settle()
}

describe('a reply', () => {
  test('goes from sending to generating to idle, and keeps its text for the screen', async () => {
    store.submit(sending)
    expect(store.getStatus()).toMatchObject({ phase: 'sending', question: 'Why?' })
    port.connection.push(accepted, buildDelta('Be'), buildDelta('cause'))
    await settle()
    expect(store.getStatus()).toMatchObject({ phase: 'generating', question: null, replyId })
    expect(text()).toBe('Because')
    port.connection.push({ type: 'title', title: 'Reasons' }, buildDone('Because.'))
    await settle()
    expect(store.getStatus()).toMatchObject({ phase: 'idle', replyId })
    expect(store.getLive().text).toBe('Because.')
    expect(port.log).toEqual(['accepted', 'title Reasons', 'done completed'])
  })

  test('is hidden when it is retracted, and starts again', async () => {
    await generating('Wrong words. ')
    expect(text()).toBe('Wrong words. ')
    port.connection.push(buildSnapshot(''))
    await settle()
    expect(store.getLive().text).toBe('')
    port.connection.push(buildDelta('Wro'), buildDelta('ught iron.'))
    await settle()
    expect(text()).toBe('Wrought iron.')
  })

  test('is rendered at most once a frame, however many events arrive', async () => {
    await generating('a')
    port.paint()
    const listener = vi.fn()
    store.subscribe(listener)
    port.connection.push(...Array.from({ length: 500 }, () => buildDelta('x')))
    await settle()
    expect(listener).not.toHaveBeenCalled()
    expect(port.frames).toHaveLength(1)
    port.paint()
    expect(listener).toHaveBeenCalledOnce()
  })

  test('has each step once, with its last status', async () => {
    await generating()
    const step = { node_id: 'n', type: 'llm', title: 'Answer', status: 'started' } as const
    port.connection.push({ type: 'step', step }, { type: 'step', step: { ...step, status: 'finished', ms: 5 } })
    await settle()
    port.paint()
    expect(store.getLive().steps).toEqual([{ ...step, status: 'finished', ms: 5 }])
  })

  test('ends once, although the end arrives twice', async () => {
    await generating()
    port.connection.push(buildDone('x'), buildDone('x'), buildDelta('late'))
    await settle()
    expect(port.log).toEqual(['accepted', 'done completed'])
    expect(store.getLive().text).toBe('x')
  })

  test('is not requested while another one is running', async () => {
    await generating()
    store.submit(sending)
    expect(port.connections).toHaveLength(1)
  })
})

describe('a lost connection', () => {
  test('is rejoined, and the snapshot replaces the shown text', async () => {
    await generating('The warp')
    port.connection.break(lost())
    await settle()
    expect(store.getStatus().isReconnecting).toBe(true)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(port.connection.submission).toBeNull()
    port.connection.push(buildSnapshot('The warp and the weft'), buildDelta('!'))
    await settle()
    expect(store.getStatus().isReconnecting).toBe(false)
    expect(text()).toBe('The warp and the weft!')
  })

  test('keeps the shown text when the snapshot is some words behind', async () => {
    await generating('The warp and the weft')
    text()
    port.connection.end()
    await vi.advanceTimersByTimeAsync(1_000)
    port.connection.push(buildSnapshot('The warp'))
    await settle()
    expect(text()).toBe('The warp and the weft')
    port.connection.push(buildDelta(' and the'))
    await settle()
    expect(text()).toBe('The warp and the weft')
    port.connection.push(buildDelta(' weft cross'))
    await settle()
    expect(text()).toBe('The warp and the weft cross')
  })

  test('shows another text when the server sends one', async () => {
    await generating('織物 simplified')
    text()
    port.connection.end()
    await vi.advanceTimersByTimeAsync(1_000)
    port.connection.push(buildSnapshot('織物'), buildDelta(' traditional'))
    await settle()
    expect(text()).toBe('織物 traditional')
  })

  test('ignores later events of the old connection', async () => {
    await generating('one')
    const old = port.connection
    vi.setSystemTime(Date.now() + 60_000)
    store.wake()
    await vi.advanceTimersByTimeAsync(1_000)
    old.push(buildDelta(' ghost'), buildDone('ghost'))
    port.connection.push(buildSnapshot('one two'))
    await settle()
    expect(port.connections).toHaveLength(2)
    expect(text()).toBe('one two')
    expect(port.log).toEqual(['accepted'])
  })

  test('is retried immediately when the network returns', async () => {
    await generating('one')
    port.failures = Array.from({ length: 30 }, lost)
    port.connection.break(lost())
    await vi.advanceTimersByTimeAsync(60_000)
    const before = port.connections.length
    store.wake()
    await settle()
    expect(port.connections).toHaveLength(before + 1)
  })

  test('is detected when no event arrives', async () => {
    await generating('one')
    await vi.advanceTimersByTimeAsync(55_000)
    expect(port.connections.length).toBeGreaterThan(1)
  })

  test('ends with the end that happened meanwhile', async () => {
    await generating('one')
    port.connection.end()
    await vi.advanceTimersByTimeAsync(1_000)
    port.connection.push(buildDone('one two three', { status: 'stopped' }))
    await settle()
    expect(port.log).toEqual(['accepted', 'done stopped'])
    expect(store.getLive().text).toBe('one two three')
  })

  test('reads the chat again when another tab has asked a question meanwhile', async () => {
    await generating('one')
    port.connection.end()
    await vi.advanceTimersByTimeAsync(1_000)
    port.connection.push(buildSnapshot('other', questionId))
    await settle()
    expect(store.getStatus().replyId).toBe(questionId)
    expect(text()).toBe('other')
    expect(port.log).toEqual(['accepted', 'stale'])
  })

  test('gives up when the chat was deleted', async () => {
    await generating('one')
    port.failures = [new ApiError(404, 'CHAT_NOT_FOUND', '')]
    port.connection.end()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(store.getStatus().phase).toBe('idle')
    expect(port.log).toEqual(['accepted', 'stale'])
  })
})

describe('a message that may not have arrived', () => {
  test('is sent again with the same id, so that there is never a second reply', async () => {
    port.failures = [lost()]
    store.submit(sending)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(port.connections.map((connection) => connection.submission)).toEqual([sending, sending])
  })

  test('returns to the composer after some attempts', async () => {
    port.failures = Array.from({ length: 20 }, lost)
    store.submit(sending)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(port.log).toEqual(['refused'])
    expect(port.connections).toHaveLength(6)
    expect(store.getStatus()).toMatchObject({ phase: 'idle', question: null })
  })

  test('returns to the composer immediately when the service refuses it', async () => {
    port.failures = [new ApiError(409, 'CHAT_PUSH_MESSAGE_FAILED', '')]
    store.submit(sending)
    await settle()
    expect(port.log).toEqual(['refused'])
    expect(port.refused).toMatchObject({ code: 'CHAT_PUSH_MESSAGE_FAILED' })
  })
})

describe('stopping', () => {
  test('is requested from the server, whose end event closes the reply', async () => {
    await generating('one')
    await store.stop()
    expect(store.getStatus().isStopping).toBe(true)
    port.connection.push(buildDone('one', { status: 'stopped' }))
    await settle()
    expect(port.log).toEqual(['accepted', 'stop', 'done stopped'])
    expect(store.getStatus()).toMatchObject({ phase: 'idle', isStopping: false })
  })

  test('waits until the message is accepted', async () => {
    store.submit(sending)
    await store.stop()
    expect(port.log).toEqual([])
    port.connection.push(accepted)
    await settle()
    expect(port.log).toEqual(['accepted', 'stop'])
  })

  test('returns the message while it cannot be sent', async () => {
    port.failures = Array.from({ length: 3 }, lost)
    store.submit(sending)
    await settle()
    await store.stop()
    expect(port.log).toEqual(['refused'])
    expect(store.getStatus().phase).toBe('idle')
  })
})

describe('opening a chat with a running reply', () => {
  test('shows the saved text until the stream has more', async () => {
    store.rejoin(replyId, { ...emptyReply, text: 'saved words' }, 1)
    expect(text()).toBe('saved words')
    port.connection.push(buildSnapshot('saved words and more'))
    await settle()
    expect(text()).toBe('saved words and more')
  })

  test('reads the chat again when that reply has already ended', async () => {
    await generating()
    port.connection.push(buildDone('x', { message: buildMessage({ content: 'x' }) }))
    await settle()
    store.rejoin(replyId, emptyReply, 1)
    expect(port.connections).toHaveLength(1)
    expect(port.log.at(-1)).toBe('stale')
  })

  test('follows a reply that had ended and was continued since', async () => {
    await generating()
    port.connection.push(buildDone('x'))
    await settle()
    store.rejoin(replyId, { ...emptyReply, text: 'x' }, 3)
    expect(port.connections).toHaveLength(2)
    port.connection.push(buildSnapshot('x and y'))
    await settle()
    expect(text()).toBe('x and y')
  })
})

describe('a continued reply', () => {
  const more: Submission = { kind: 'continue', messageId: replyId, body: { client_message_id: questionId, version: 2 } }
  const acceptedMore = { ...accepted, reply: buildMessage({ status: 'generating', content: 'Because the' }) } as ReplyStreamEvent

  test('shows its earlier text immediately, and grows', async () => {
    store.submit(more)
    port.connection.push(acceptedMore, buildDelta(' loom'))
    await settle()
    expect(text()).toBe('Because the loom')
  })

  test('is requested again with the same submission after a lost connection', async () => {
    port.failures = [lost()]
    store.submit(more)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(port.connections.map((connection) => connection.submission)).toEqual([more, more])
  })
})

describe('the messages shown during a submission', () => {
  const question = buildMessage({ id: questionId, index: 0, role: 'user', content: 'Why?' })
  const reply = buildMessage({ content: 'Because', status: 'stopped' })
  const later = buildMessage({ id: 'later', index: 2, role: 'user', content: 'And?' })
  const { body } = sending as Extract<Submission, { kind: 'send' }>

  test('are those before an edited question, and the new text', () => {
    const edit: Submission = { kind: 'edit', messageId: questionId, body: { ...body, content: 'How?' } }
    store.submit(edit)
    expect(store.getStatus()).toMatchObject({ question: 'How?', submission: edit })
    expect(listPendingMessages(edit, [question, reply, later])).toEqual([])
  })

  test('are the question and an empty reply when regenerating', () => {
    const shown = listPendingMessages({ kind: 'regenerate', messageId: replyId, body }, [question, reply, later])
    expect(shown).toEqual([question, { ...reply, content: '', status: 'generating' }])
  })

  test('are unchanged when continuing', () => {
    const shown = listPendingMessages({ kind: 'continue', messageId: replyId, body }, [question, reply])
    expect(shown).toEqual([question, { ...reply, status: 'generating' }])
  })

  test('are those of the chat once it is accepted or refused', async () => {
    store.submit({ kind: 'regenerate', messageId: replyId, body })
    port.connection.push(accepted)
    await settle()
    expect(store.getStatus().submission).toBeNull()
  })
})
