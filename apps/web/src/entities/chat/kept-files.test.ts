// jsdom's own files cannot be stored.
import { IDBFactory } from 'fake-indexeddb'
import { File } from 'node:buffer'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { dropAllKeptFiles, dropStaleFiles, keepFiles, readKeptFiles } from './kept-files.ts'

const file = (name: string, bytes = 1) => new File([new Uint8Array(bytes)], name, { type: 'text/plain' }) as unknown as globalThis.File
const keptIn = async (scope: string) => (await readKeptFiles(scope)).map(({ name }) => name)
const [own, other] = ['draft.ada.', 'draft.bela.']
const day = 24 * 60 * 60 * 1_000

beforeAll(() => void vi.stubGlobal('indexedDB', new IDBFactory()))
beforeEach(() => dropAllKeptFiles())

describe('files that are not sent', () => {
  test('are kept by draft, with their name, type and bytes, until there are none', async () => {
    await keepFiles(`${own}new`, [file('a.txt', 3), file('b.txt')])
    await keepFiles(`${own}chat`, [file('c.txt')])
    expect(await keptIn(`${own}new`)).toEqual(['a.txt', 'b.txt'])
    expect(await readKeptFiles(`${own}new`)).toMatchObject([{ type: 'text/plain', size: 3 }, {}])
    await keepFiles(`${own}new`, [])
    expect(await keptIn(`${own}new`)).toEqual([])
    expect(await keptIn(`${own}chat`)).toEqual(['c.txt'])
  })

  test('of another user are dropped, and those that are too old', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await keepFiles(`${own}old`, [file('old.txt')])
    vi.setSystemTime(Date.now() + 31 * day)
    await keepFiles(`${own}new`, [file('a.txt')])
    await keepFiles(`${other}new`, [file('secret.txt')])
    await dropStaleFiles(own)
    vi.useRealTimers()
    expect(await Promise.all([`${own}old`, `${own}new`, `${other}new`].map(keptIn))).toEqual([[], ['a.txt'], []])
  })

  test('make room for newer ones', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const half = 101 * 1024 * 1024
    await keepFiles(`${own}first`, [file('first.txt', half)])
    vi.setSystemTime(Date.now() + 1)
    await keepFiles(`${own}second`, [file('second.txt', half)])
    vi.useRealTimers()
    expect(await Promise.all([`${own}first`, `${own}second`].map(keptIn))).toEqual([[], ['second.txt']])
  })

  test('are gone with the session', async () => {
    await keepFiles(`${own}new`, [file('a.txt')])
    await dropAllKeptFiles()
    expect(await keptIn(`${own}new`)).toEqual([])
  })

  test('are none where the browser keeps nothing', async () => {
    vi.stubGlobal('indexedDB', undefined)
    vi.resetModules()
    const fresh = await import('./kept-files.ts')
    await fresh.keepFiles(own, [file('a.txt')])
    expect(await fresh.readKeptFiles(own)).toEqual([])
  })
})
