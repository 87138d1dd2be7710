import { beforeEach, afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '#shared/api/errors.ts'
import { clearSession, storeSession } from '#shared/api/session-storage.ts'
import { applyCommand, type GraphCommand } from '../graph/commands.ts'
import type { Draft } from '../graph/draft.ts'
import { type DraftCopy, DraftSaver, quietMs, type SavedDraft } from './draft-saver.ts'

const base: Draft = {
  graph: { nodes: ['a', 'b'].map((id) => ({ id, type: 'template', title: id, config: { text: '' } })), edges: [] },
  layout: {},
}
const retitle = (draft: Draft, id: string, value: string) => applyCommand(draft, { type: 'set_field', id, path: ['title'], value })
const move = (draft: Draft, id: string, x: number): Draft =>
  applyCommand(draft, { type: 'move', positions: { [id]: { x, y: 0 } } } satisfies GraphCommand)

/** Returns a saver on a server that accepts only the current revision. */
function open() {
  let server: SavedDraft = { draft: base, revision: 1 }
  let copy: DraftCopy | null = null
  let failure: unknown = null
  let answering: Promise<void> = Promise.resolve()
  const saves: Draft[] = []
  const merged: Draft[] = []
  const saver = new DraftSaver(server, {
    save: async (draft, revision) => {
      saves.push(draft)
      await answering
      if (failure) throw failure
      if (revision !== server.revision) throw new ApiError(409, 'REVISION_MISMATCH', '')
      server = { draft, revision: revision + 1 }
      return server.revision
    },
    load: async () => server,
    keep: async (given) => {
      copy = given
    },
    onMerged: (draft) => merged.push(draft),
  })
  return {
    saver,
    saves,
    merged,
    readServer: () => server,
    readCopy: () => copy,
    saveAsAnother: (draft: Draft) => (server = { draft, revision: server.revision + 1 }),
    fail: (error: unknown) => (failure = error),
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      answering = promise
      return resolve
    },
  }
}

let hidden = false
function setHidden(isHidden: boolean) {
  hidden = isHidden
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
})
afterEach(() => {
  hidden = false
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('saving', () => {
  test('waits for a second without a change', async () => {
    const { saver, saves, readServer } = open()
    saver.start()
    const first = retitle(base, 'a', 'One')
    saver.change(first)
    await pass(quietMs - 1)
    const second = retitle(first, 'a', 'Two')
    saver.change(second)
    await pass(quietMs - 1)
    expect(saves).toEqual([])
    await pass(1)
    expect(readServer()).toEqual({ draft: second, revision: 2 })
    expect(saver.read().status).toBe('saved')
  })

  test('keeps what is typed while a save runs, and saves it next', async () => {
    const { saver, saves, hold, readServer } = open()
    saver.start()
    const respond = hold()
    saver.change(retitle(base, 'a', 'One'))
    await pass(quietMs)
    const later = retitle(base, 'a', 'Two')
    saver.change(later)
    await pass(quietMs * 3)
    expect(saves).toHaveLength(1)
    respond()
    await pass(quietMs)
    expect(readServer()).toEqual({ draft: later, revision: 3 })
  })

  test('answers with the revision of what is there, after the save in flight', async () => {
    const { saver, hold, readServer } = open()
    const respond = hold()
    saver.change(retitle(base, 'a', 'One'))
    const first = saver.save()
    const later = retitle(base, 'a', 'Two')
    saver.change(later)
    const second = saver.save()
    respond()
    expect(await first).toBeNull()
    expect(await second).toBe(3)
    expect(readServer().draft).toBe(later)
  })

  test('never happens by timer in a hidden tab, and follows when it is seen again', async () => {
    const { saver, saves } = open()
    saver.start()
    saver.change(retitle(base, 'a', 'One'))
    setHidden(true)
    await pass(60_000)
    expect(saves).toEqual([])
    setHidden(false)
    await pass(quietMs)
    expect(saves).toHaveLength(1)
  })

  test('is tried again after a broken connection, and not after a refusal', async () => {
    const { saver, saves, fail } = open()
    saver.start()
    fail(new NetworkError('offline'))
    saver.change(retitle(base, 'a', 'One'))
    await pass(quietMs)
    expect(saver.read().status).toBe('failed')
    fail(new ApiError(400, 'BAD_REQUEST', ''))
    await pass(5_000)
    expect(saver.read().status).toBe('refused')
    await pass(60_000)
    expect(saves).toHaveLength(2)
  })

  test('is not tried again in the name of the next account', async () => {
    storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
    const { saver, saves, fail } = open()
    const stop = saver.start()
    fail(new NetworkError('offline'))
    saver.change(retitle(base, 'a', 'One'))
    stop()
    await pass(5_000)
    expect(saves).toHaveLength(2)
    clearSession()
    storeSession({ access_token: 'another', refresh_token: 'another', expires_in: 600 })
    await pass(60_000)
    expect(saves).toHaveLength(2)
  })

  test('happens at once when the page is left', async () => {
    const { saver, saves } = open()
    const stop = saver.start()
    saver.change(retitle(base, 'a', 'One'))
    stop()
    await pass(0)
    expect(saves).toHaveLength(1)
  })
})

describe('the copy in the browser', () => {
  test('has each change at once, and is removed when it is saved', async () => {
    const { saver, readCopy } = open()
    saver.start()
    const changed = retitle(base, 'a', 'One')
    saver.change(changed)
    expect(saver.isAtRisk()).toBe(true)
    await pass(0)
    expect(readCopy()).toEqual({ base: { draft: base, revision: 1 }, draft: changed })
    expect(saver.isAtRisk()).toBe(false)
    await pass(quietMs)
    expect(readCopy()).toBeNull()
  })
})

describe('a draft that another user saved meanwhile', () => {
  test('opens a comparison, and the merged draft is saved on top of it', async () => {
    const { saver, saveAsAnother, readServer, readCopy } = open()
    saver.start()
    const mine = retitle(base, 'a', 'Mine')
    const theirs = saveAsAnother(retitle(base, 'b', 'Theirs'))
    saver.change(mine)
    await pass(quietMs)
    expect(saver.read()).toMatchObject({ status: 'conflict', conflict: { base: { draft: base, revision: 1 }, mine, theirs } })
    expect(readServer()).toBe(theirs)
    // A reload in the middle of the choice compares again.
    expect(readCopy()).toEqual({ base: { draft: base, revision: 1 }, draft: mine })
    const merged = retitle(mine, 'b', 'Theirs')
    saver.resolve(merged)
    await pass(quietMs)
    expect(readServer()).toEqual({ draft: merged, revision: 3 })
    expect(saver.read().status).toBe('saved')
  })

  test('is merged without a question when only positions differ', async () => {
    const { saver, saveAsAnother, merged, readServer } = open()
    saver.start()
    saveAsAnother(move(base, 'b', 50))
    saver.change(retitle(move(base, 'a', 10), 'a', 'Mine'))
    await pass(quietMs * 2)
    expect(merged).toHaveLength(1)
    expect(readServer().draft.layout).toEqual({ a: { x: 10, y: 0 }, b: { x: 50, y: 0 } })
    expect(readServer().draft.graph.nodes[0]?.title).toBe('Mine')
    expect(saver.read().conflict).toBeNull()
  })

  test('is none after a change of the settings, which only counts the revision', async () => {
    const { saver, saveAsAnother, saves, readServer } = open()
    saver.start()
    saver.acceptRevision(saveAsAnother(base))
    expect(await saver.save()).toBe(2)
    expect(saves).toEqual([])
    const mine = retitle(base, 'a', 'Mine')
    saver.acceptRevision(saveAsAnother(retitle(base, 'b', 'Theirs')))
    saver.change(mine)
    await pass(quietMs)
    expect(saver.read().conflict).toMatchObject({ mine })
    expect(readServer().revision).toBe(3)
  })
})
