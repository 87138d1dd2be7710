import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { deriveKeys } from '@heddle/security/keys'
import { createPaging } from './paging.ts'

const keys = deriveKeys('only-for-tests-0123456789abcdefghijklmnop')
const paging = createPaging(keys.pageToken)
const define = (name: string, from = paging) =>
  from.defineList({ name, filters: z.object({ keyword: z.string().optional() }), key: z.object({ n: z.int() }), defaultSize: 2 })

const list = define('threads')
const toKey = (n: number) => ({ n })
const createToken = (page = list.read({}, { keyword: 'silk' })) => list.cut(page, [1, 2, 3], toKey).nextPageToken ?? ''
const refusal = expect.objectContaining({
  code: 'BAD_REQUEST',
  params: { fields: [{ path: 'body/page_token', message: 'Not a token of this list' }] },
})

describe('paging', () => {
  test('gives the page and a token only when there is more', () => {
    const page = list.read({}, {})
    expect(list.cut(page, [1, 2], toKey)).toEqual({ rows: [1, 2], nextPageToken: undefined })
    expect(list.cut(page, [], toKey)).toEqual({ rows: [], nextPageToken: undefined })
    expect(list.cut(page, [1, 2, 3], toKey)).toMatchObject({ rows: [1, 2], nextPageToken: expect.any(String) })
  })

  test('goes on after the last row, with the size and the filters of the first call', () => {
    expect(list.read({ page_token: createToken() }, { keyword: 'something else' })).toEqual({
      size: 2,
      filters: { keyword: 'silk' },
      after: { n: 2 },
    })
    expect(list.read({ page_token: createToken(), page_size: 50 }, {})).toMatchObject({ size: 50 })
  })

  test('refuses a token of another list, of another server, a changed one and a made-up one', () => {
    const [payload = '', signature = ''] = createToken().split('.')
    const changed = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('"n":2', '"n":9')).toString('base64url')
    const elsewhere = define('threads', createPaging(keys.refreshToken))
    const tokens = [
      define('other').cut({ size: 1, filters: {}, after: null }, [1, 2], toKey).nextPageToken,
      elsewhere.cut({ size: 1, filters: {}, after: null }, [1, 2], toKey).nextPageToken,
      `${changed}.${signature}`,
      payload,
      `${payload}.`,
      'nonsense',
      '.',
    ]
    for (const page_token of tokens) expect(() => list.read({ page_token }, {})).toThrow(refusal)
  })

  test('refuses a token of another owner where the list has one', () => {
    const owned = paging.defineList({
      name: 'threads of a loom',
      filters: z.object({ loom: z.string() }),
      owner: 'loom',
      key: z.object({ n: z.int() }),
      defaultSize: 2,
    })
    const page_token = owned.cut(owned.read({}, { loom: 'east' }), [1, 2, 3], toKey).nextPageToken
    expect(owned.read({ page_token }, { loom: 'east' })).toMatchObject({ filters: { loom: 'east' }, after: { n: 2 } })
    expect(() => owned.read({ page_token }, { loom: 'west' })).toThrow(refusal)
  })
})
