import { querySessions } from '@heddle/contracts/auth/auth'
import { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { startI18n } from '#i18n/i18n.ts'
import { storeLanguage } from '#i18n/language.ts'
import { call } from '#shared/api/client.ts'
import { storeSession } from '#shared/api/session-storage.ts'
import { respond, getPath, refuse, serve } from '#testing/serve.ts'
import { buildSession } from '#testing/wire.ts'
import { createAppRouter } from './router.tsx'

beforeAll(() => startI18n())

/** Opens the application at `path`, signed in; `mustChoose()` returns whether the user has to choose a password first. */
async function openApp(path: string, mustChoose: () => boolean) {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  serve((request) => {
    if (getPath(request) === '/api/v1/auth/me') return respond(buildSession({ must_change_password: mustChoose(), language: 'th' }))
    return mustChoose() ? refuse(403, 'AUTH_PASSWORD_CHANGE_REQUIRED') : respond({ sessions: [] })
  })
  window.history.replaceState(null, '', path)
  const router = createAppRouter(new QueryClient({ defaultOptions: { queries: { retry: false } } }))
  const address = () => router.state.location.pathname + router.state.location.search
  await expect.poll(() => router.state.initialized).toBe(true)
  return { router, address }
}

test('a user who has to choose a password is redirected, and the requested page is remembered', async () => {
  const { address } = await openApp('/chat/search?x=1', () => true)
  expect(address()).toBe('/password?next=%2Fchat%2Fsearch%3Fx%3D1')
}, 20_000)

test('a user whose password was reset meanwhile is redirected by the first refused call', async () => {
  let mustChoose = false
  const { address } = await openApp('/settings/group', () => mustChoose)
  expect(address()).toBe('/settings/group')
  mustChoose = true
  await expect(call(querySessions, { body: {} })).rejects.toMatchObject({ code: 'AUTH_PASSWORD_CHANGE_REQUIRED' })
  await expect.poll(() => address()).toBe('/password?next=%2Fsettings%2Fgroup')
}, 20_000)

test('the interface starts in the language of the profile, unless one was chosen in this browser', async () => {
  await openApp('/settings/group', () => false)
  expect(i18next.language).toBe('th')
  storeLanguage('en')
  await i18next.changeLanguage('en')
  await openApp('/settings/group', () => false)
  expect(i18next.language).toBe('en')
}, 20_000)
