import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { documentQueries } from './document.queries.ts'

test('a document that is shown is not read again when what is around it changes', async () => {
  const queryClient = new QueryClient()
  const fetchContent = vi.fn(async () => new Response('A heddle'))
  const readPage = vi.fn(async () => ({ page: { number: 1, label: null, text: 'A heddle' }, hasNext: false }))
  const file = { key: ['sources', '1', 'original'], name: 'Heddle.pdf', mediaType: 'application/pdf', fetchContent, readPage }
  const content = new QueryObserver(queryClient, documentQueries.content(file))
  const page = new QueryObserver(queryClient, documentQueries.page(file, { page: 1 }))
  const leave = [content.subscribe(() => undefined), page.subscribe(() => undefined)]
  await vi.waitFor(() => expect([content.getCurrentResult().status, page.getCurrentResult().status]).toEqual(['success', 'success']), {
    timeout: 20_000,
  })

  await queryClient.invalidateQueries({ queryKey: ['sources', '1'] })
  expect(fetchContent).toHaveBeenCalledTimes(1)
  expect(readPage).toHaveBeenCalledTimes(1)
  for (const stop of leave) stop()
})
