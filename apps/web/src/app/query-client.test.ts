import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

test('a list that is still loading when something is added to it is loaded again', async () => {
  const queryClient = createQueryClient()
  const answers = [Promise.withResolvers<string[]>(), Promise.withResolvers<string[]>()]
  const queryFn = vi.fn(async () => answers[queryFn.mock.calls.length - 1]?.promise ?? [])
  const observer = new QueryObserver(queryClient, { queryKey: ['sources'], queryFn })
  const unsubscribe = observer.subscribe(() => {})

  const invalidated = queryClient.invalidateQueries({ queryKey: ['sources'] })
  answers[0]?.resolve([])
  answers[1]?.resolve(['Yarns'])
  await invalidated
  await expect.poll(() => observer.getCurrentResult()).toMatchObject({ status: 'success', data: ['Yarns'], fetchStatus: 'idle' })
  expect(queryFn).toHaveBeenCalledTimes(2)
  unsubscribe()
})
