import { act, screen } from '@testing-library/react'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { refuse, respond, serve } from '#testing/serve.ts'
import { useUsageLimit } from './use-usage-limit.ts'

function ShownLimit() {
  const limit = useUsageLimit(null, null)
  return <p data-kind={limit?.kind}>{limit?.text}</p>
}

test('a reached limit is one text of the catalogue, with a singular in English', async () => {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  const reached = {
    scope: 'user',
    target: null,
    metric: 'requests',
    flow: null,
    currency: null,
    interval: 'day',
    interval_seconds: null,
    amount: 1,
    used: 1,
    remaining: 0,
    blocks: true,
    is_warning: true,
    is_reached: true,
  }
  serve(() => respond({ may_send: false, limits: [{ ...reached, resets_at: '2030-01-01T00:00:00.000Z' }] }))
  await renderWithApp(<ShownLimit />)
  expect(
    await screen.findByText(/^The usage limit has been reached\. 1 of 1 request used\. Resets at \d{4}-[^ ]+ \d\d:\d\d\.$/),
  ).toBeVisible()
  await act(() => i18next.changeLanguage('zh-Hant'))
  expect(screen.getByText(/^已達使用上限。已提問 1 次（上限 1 次），將於 \d{4}-[^ ]+ \d\d:\d\d 重新計算。$/)).toBeVisible()
})

test('a limit that could not be read is said to be unknown, which blocks nothing', async () => {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  serve(() => refuse(403, 'FORBIDDEN'))
  await renderWithApp(<ShownLimit />)
  expect(await screen.findByText('The usage limit couldn’t be checked.')).toHaveAttribute('data-kind', 'unknown')
})
