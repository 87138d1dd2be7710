import type { Takeout } from '@heddle/contracts/takeout/takeout'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, respond, serve } from '#testing/serve.ts'
import { id } from '#testing/wire.ts'
import { TakeoutSection } from './TakeoutSection.tsx'

const waiting: Takeout = {
  id: id(40),
  state: 'waiting',
  done: 0,
  total: null,
  size_bytes: null,
  error: null,
  created_at: '2026-11-28T08:00:00.000Z',
  expires_at: null,
  next_from: null,
}
const ready: Takeout = { ...waiting, state: 'ready', done: 7, total: 7, size_bytes: 2_500_000, expires_at: '2026-12-05T08:01:00.000Z' }

/** Renders the section of a user whose takeout is `takeout`, and becomes `requested`. */
async function renderSection(takeout: Takeout | null, requested: Takeout = waiting) {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  const requests = serve((request) =>
    getPath(request).endsWith('/file')
      ? new Response('zip', { headers: { 'content-type': 'application/zip' } })
      : respond({ takeout: request.method === 'POST' ? requested : takeout }),
  )
  return { ...(await renderWithApp(<TakeoutSection />)), requests }
}

test('requests a copy with the times of the browser, and says that it is waited for', async () => {
  const { user, requests } = await renderSection(null)
  await user.click(await screen.findByRole('button', { name: 'Request a copy' }))
  expect(await screen.findByRole('status')).toHaveTextContent('waiting to be prepared')
  expect(screen.queryByRole('button', { name: 'Request a copy' })).not.toBeInTheDocument()
  const body = await requests.find(({ method }) => method === 'POST')?.json()
  expect(body).toEqual({ time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone })
})

test.each<[string, Partial<Takeout>, string]>([
  ['that is being written', { state: 'running', done: 3, total: 7 }, '3 of 7 chats and files'],
  ['that has failed', { state: 'failed', error: { code: 'TAKEOUT_TOO_LARGE', message: '', params: { max_gb: 1 } } }, 'larger than 1 GB'],
])('says of one %s how it stands', async (_, given, text) => {
  await renderSection({ ...waiting, ...given })
  expect(await screen.findByText(text, { exact: false })).toBeInTheDocument()
  expect(screen.queryAllByRole('button', { name: 'Request a copy' })).toHaveLength(given.state === 'failed' ? 1 : 0)
})

test('downloads one that is ready, and says from when on there may be another', async () => {
  const { user, requests } = await renderSection({ ...ready, next_from: '2026-11-29T08:00:00.000Z' })
  const request = await screen.findByRole('button', { name: 'Request a copy' })
  expect(request).toHaveAttribute('aria-disabled', 'true')
  expect(request).toHaveAccessibleDescription(/^You can request the next copy from 2026-11-29/)
  expect(screen.getByText(/2.5 MB/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(requests.map(getPath)).toContain(`/api/v1/takeout/${id(40)}/file`))
})
