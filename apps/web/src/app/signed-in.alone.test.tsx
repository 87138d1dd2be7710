// The sign-in pages are no place for a user who is signed in: by a bookmark, a link, the Back button, or a provider that returns late.
import { render, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { keepWantedPage } from '#entities/auth/wanted-page.ts'
import { startI18n } from '#i18n/i18n.ts'
import { storeLanguage } from '#i18n/language.ts'
import { storeSession } from '#shared/api/session-storage.ts'
import { getPath, refuse, respond, serve } from '#testing/serve.ts'
import { buildConfig, buildSession } from '#testing/wire.ts'
import { App } from './App.tsx'

const signIn = () => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
const getAddress = () => window.location.pathname + window.location.search

const serveApp = () =>
  serve((request) => {
    if (getPath(request) === '/api/v1/config') return respond(buildConfig())
    if (getPath(request) === '/api/v1/auth/me') return respond(buildSession())
    return refuse(404, 'NOT_FOUND')
  })

/** Opens the application, by a document of its own. */
async function open(address: string) {
  storeLanguage('en')
  await startI18n()
  window.history.replaceState(null, '', address)
  return render(<App />)
}

describe('a user who is signed in', () => {
  test.each([
    ['/login', '/'],
    ['/login?next=%2Fnowhere%3Fa%3D1', '/nowhere?a=1'],
    ['/login/sso/campus?next=%2Fnowhere', '/nowhere'],
    ['/login/sso/campus?code=c&state=s', '/kept'],
    ['/login/sso/campus?error=access_denied&state=s', '/kept'],
    ['/secretlogin?next=%2Fnowhere', '/nowhere'],
    ['/login?next=%2F%2Felsewhere.example', '/'],
    ['/login?next=%2F.%2F%2Felsewhere.example', '/'],
    ['/login?next=https%3A%2F%2Felsewhere.example', '/'],
  ])('is led from %s to %s', async (address, expected) => {
    signIn()
    keepWantedPage('/kept')
    const requests = serveApp()
    await open(address)
    const name = expected === '/' ? 'Welcome to Heddle' : 'This page doesn’t exist'
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible()
    expect(getAddress()).toBe(expected)
    expect(requests.map(getPath).filter((path) => /callback|authorize/.test(path))).toEqual([])
  })

  test('in another tab leads the sign-in of this one to the page that it is for', async () => {
    serveApp()
    await open('/login?next=%2Fnowhere')
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    signIn()
    window.dispatchEvent(new StorageEvent('storage', { key: 'refresh_token', oldValue: null, newValue: 'r' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'This page doesn’t exist' })).toBeVisible()
    expect(getAddress()).toBe('/nowhere')
  })
})

describe('a page that the Back button restores from the browser’s cache', () => {
  const leave = () => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  const comeBack = () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))

  test('leads on from a sign-in that has happened meanwhile', async () => {
    serveApp()
    await open('/login?next=%2Fnowhere')
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    leave()
    signIn()
    comeBack()
    expect(await screen.findByRole('heading', { level: 1, name: 'This page doesn’t exist' })).toBeVisible()
  })

  test('leads to the sign-in when the session has ended meanwhile, and stays where it is otherwise', async () => {
    signIn()
    serveApp()
    await open('/nowhere')
    const heading = await screen.findByRole('heading', { level: 1, name: 'This page doesn’t exist' })
    leave()
    comeBack()
    expect(heading).toBeVisible()
    leave()
    localStorage.clear()
    comeBack()
    await waitFor(() => expect(getAddress()).toBe('/login?next=%2Fnowhere'))
  })
})
