import type { RetrievalPort } from '@heddle/workflow/model/ports'
import { expect, test } from 'vitest'
import { createSharedRetrieval } from './shared-retrieval.ts'

const request = { collectionIds: ['c'], queries: ['hemp'], filters: {}, settings: {}, maxTokens: 100 } as never
const call = { model: { id: 'm', name: 'embedder' }, serverCalls: 1 }
const { signal } = new AbortController()

/** A port whose searches end when they are told to. */
function createPort() {
  const searches: PromiseWithResolvers<never>[] = []
  const port = {
    retrieve: () => {
      const search = Promise.withResolvers<never>()
      searches.push(search)
      return search.promise
    },
  } as unknown as RetrievalPort
  return { port, searches, found: { passages: [], notices: [], calls: [call] } as never }
}

test('runs that ask alike search once; what it took is told to the first alone', async () => {
  const { port, searches, found } = createPort()
  const share = createSharedRetrieval()
  const asked = [share(port).retrieve(request, signal), share(port).retrieve({ ...(request as object), maxTokens: 50 } as never, signal)]
  searches[0]?.resolve(found)
  expect((await Promise.all(asked)).map(({ calls }) => calls.length)).toEqual([1, 0])
  expect(searches).toHaveLength(1)
})

test('another question is another search', () => {
  const { port, searches } = createPort()
  const share = createSharedRetrieval()
  void share(port).retrieve(request, signal)
  void share(port).retrieve({ ...(request as object), queries: ['linen'] } as never, signal)
  expect(searches).toHaveLength(2)
})

test('a search that fails is not that of the others; one that is aborted meanwhile does not begin its own', async () => {
  const { port, searches, found } = createPort()
  const share = createSharedRetrieval()
  const aborted = new AbortController()
  const asked = [signal, signal, aborted.signal].map((each) => share(port).retrieve(request, each))
  const settled = Promise.allSettled(asked)
  aborted.abort(new Error('stopped'))
  searches[0]?.reject(new Error('no server'))
  await expect(asked[0]).rejects.toThrow('no server')
  await expect(asked[2]).rejects.toThrow('stopped')
  searches[1]?.resolve(found)
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected'])
  expect(searches).toHaveLength(2)
})
