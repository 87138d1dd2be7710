// jsdom's own files cannot be stored.
import { IDBFactory } from 'fake-indexeddb'
import { File } from 'node:buffer'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { dropAllKeptFiles, dropStaleFiles, keepFiles, readKeptFiles } from './kept-files.ts'

const file = (name: string, bytes = 1) => new File([new Uint8Array(bytes)], name, { type: 'text/plain' }) as unknown as globalThis.File
const listKeptNames = async (scope: string) => (await readKeptFiles(scope)).map(({ name }) => name)
const [own, other] = ['draft.ada.', 'draft.bela.']
const day = 24 * 60 * 60 * 1_000

beforeAll(() => void vi.stubGlobal('indexedDB', new IDBFactory()))
beforeEach(() => dropAllKeptFiles())

describe('unsent files', () => {
  test('are kept by draft, with name, type and bytes, until the list is empty', async () => {
    await keepFiles(`${own}new`, [file('a.txt', 3), file('b.txt')])
    await keepFiles(`${own}chat`, [file('c.txt')])
    expect(await listKeptNames(`${own}new`)).toEqual(['a.txt', 'b.txt'])
    expect(await readKeptFiles(`${own}new`)).toMatchObject([{ type: 'text/plain', size: 3 }, {}])
    await keepFiles(`${own}new`, [])
    expect(await listKeptNames(`${own}new`)).toEqual([])
    expect(await listKeptNames(`${own}chat`)).toEqual(['c.txt'])
  })

  test('are dropped when they are of another user or too old', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await keepFiles(`${own}old`, [file('old.txt')])
    vi.setSystemTime(Date.now() + 31 * day)
    await keepFiles(`${own}new`, [file('a.txt')])
    await keepFiles(`${other}new`, [file('secret.txt')])
    await dropStaleFiles(own)
    vi.useRealTimers()
    expect(await Promise.all([`${own}old`, `${own}new`, `${other}new`].map(listKeptNames))).toEqual([[], ['a.txt'], []])
  })

  test('are dropped from the oldest on when the space is used up', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const half = 101 * 1024 * 1024
    await keepFiles(`${own}first`, [file('first.txt', half)])
    vi.setSystemTime(Date.now() + 1)
    await keepFiles(`${own}second`, [file('second.txt', half)])
    vi.useRealTimers()
    expect(await Promise.all([`${own}first`, `${own}second`].map(listKeptNames))).toEqual([[], ['second.txt']])
  })

  test('are dropped when the session ends', async () => {
    await keepFiles(`${own}new`, [file('a.txt')])
    await dropAllKeptFiles()
    expect(await listKeptNames(`${own}new`)).toEqual([])
  })

  test('are an empty list where the browser stores nothing', async () => {
    vi.stubGlobal('indexedDB', undefined)
    vi.resetModules()
    const fresh = await import('./kept-files.ts')
    await fresh.keepFiles(own, [file('a.txt')])
    expect(await fresh.readKeptFiles(own)).toEqual([])
  })
})
