import type { LoginMethod } from '@heddle/contracts/tenant/login-method'
import { screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { Route, Routes } from 'react-router'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { holdSignIn } from '#features/auth/login-methods.ts'
import { readChosenLanguage, storeLanguage } from '#i18n/language.ts'
import { readSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { respond, getPath, refuse, serve } from '#testing/serve.ts'
import { buildConfig, buildSession } from '#testing/wire.ts'
import { LoginPage } from './LoginPage.tsx'
import { SecretLoginPage } from './SecretLoginPage.tsx'

const university: LoginMethod = { key: 'university', type: 'oidc', label: { default: 'University' } }
const staff: LoginMethod = { key: 'staff', type: 'ldap', label: { default: '院內帳號', en: 'Staff directory' } }
const email: LoginMethod = { key: 'email', type: 'email', label: null }
const account: LoginMethod = { key: 'account', type: 'account', label: null }

type Responses = { methods?: LoginMethod[]; authorize?: () => Response; callback?: () => Response }

function serveSignIn({ methods = [email, account, staff, university], authorize, callback }: Responses = {}) {
  const tokens = { access_token: 'a', refresh_token: 'r', expires_in: 600 }
  return serve((request) => {
    const path = getPath(request)
    if (path === '/api/v1/config') return respond(buildConfig({ login_methods: methods }))
    if (path === '/api/v1/auth/me') return respond(buildSession())
    if (path.endsWith('/authorize')) return authorize?.() ?? respond({ authorization_url: 'https://id.example/authorize?state=s' })
    if (path.endsWith('/callback')) return callback?.() ?? respond({ ...tokens, next: '/assistant' })
    return respond(tokens)
  })
}

function watchLeaving() {
  const location = { assign: vi.fn<(url: string) => void>(), replace: vi.fn<(url: string) => void>() }
  const original = window.location
  Object.defineProperty(window, 'location', { configurable: true, value: { origin: original.origin, ...location } })
  onTestFinished(() => {
    Object.defineProperty(window, 'location', { configurable: true, value: original })
  })
  return location
}

const renderAt = (path: string) =>
  renderWithApp(
    <StrictMode>
      <Routes>
        <Route path="/login" element={<LoginPage />} />
        <Route path="/login/sso/:product" element={<LoginPage />} />
        <Route path="/secretlogin" element={<SecretLoginPage />} />
        <Route path="*" element={<p>Inside</p>} />
      </Routes>
    </StrictMode>,
    { path },
  )

const countRequests = (requests: Request[], end: string) => requests.filter((request) => getPath(request).endsWith(end)).length

describe('choosing a sign-in method', () => {
  test('shows the first one, and the others beneath it', async () => {
    serveSignIn()
    const { user } = await renderAt('/login')
    expect(await screen.findByLabelText('Email')).toBeVisible()
    const others = ['Continue with account', 'Continue with Staff directory', 'Continue with University']
    expect(screen.getAllByRole('button', { name: /^Continue/ }).map((button) => button.textContent)).toEqual(others)
    await user.click(screen.getByRole('button', { name: 'Continue with Staff directory' }))
    expect(screen.getByLabelText('Member ID')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Continue with email' })).toBeVisible()
  })

  test('begins with the method of the last sign-in, while the tenant still has it', async () => {
    serveSignIn()
    localStorage.setItem('login_method', 'account')
    const { unmount } = await renderAt('/login')
    expect(await screen.findByLabelText('Account')).toBeVisible()
    unmount()
    localStorage.setItem('login_method', 'gone')
    await renderAt('/login')
    expect(await screen.findByLabelText('Email')).toBeVisible()
  })

  test.each(['/login', '/secretlogin'])('offers the language once at %s, also beside an account', async (path) => {
    serveSignIn({ methods: [account] })
    await renderAt(path)
    expect(await screen.findByLabelText('Account')).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Language' })).toBeVisible()
  })

  test.each(['/login', '/secretlogin'])('proposes the language of the browser at %s until one is chosen', async (path) => {
    serveSignIn({ methods: [account] })
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-FR', 'th-TH', 'ja'])
    const { user } = await renderAt(path)
    const proposal = await screen.findByRole('button', { name: 'ไทย' })
    expect(proposal).toHaveAttribute('lang', 'th')
    expect(screen.getByRole('combobox', { name: 'Language' })).toHaveDisplayValue('English')
    await user.click(proposal)
    expect(await screen.findByRole('heading', { level: 1, name: 'เข้าสู่ระบบ' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'ไทย' })).not.toBeInTheDocument()
    expect(readChosenLanguage()).toBe('th')
  })

  test.each([
    ['is that of the page', ['en-GB', 'th'], null],
    ['is not one of the product', ['fr'], null],
    ['was chosen to be another', ['th'], 'en'],
  ] as const)('proposes no language where it %s', async (_name, preferred, chosen) => {
    serveSignIn({ methods: [account] })
    if (chosen) storeLanguage(chosen)
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(preferred)
    await renderAt('/login')
    expect(await screen.findByLabelText('Account')).toBeVisible()
    expect(screen.getByRole('banner').querySelector('button')).toBeNull()
  })

  test('remembers the used method, and opens the requested page', async () => {
    serveSignIn()
    const { user, router } = await renderAt('/login?next=%2Fassistant')
    await user.click(await screen.findByRole('button', { name: 'Continue with Staff directory' }))
    await user.type(screen.getByLabelText('Member ID'), 'm-17')
    await user.type(screen.getByLabelText('Password', { selector: 'input' }), 'secret')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/assistant'))
    expect(localStorage.getItem('login_method')).toBe('staff')
  })

  test('redirects to a provider only when it is chosen', async () => {
    const requests = serveSignIn({ methods: [university] })
    const location = watchLeaving()
    const { user } = await renderAt('/login?next=%2Fassistant')
    await user.click(await screen.findByRole('button', { name: 'Continue with University' }))
    await waitFor(() => expect(location.assign).toHaveBeenCalledExactlyOnceWith('https://id.example/authorize?state=s'))
    const begun = requests.find((request) => getPath(request) === '/api/v1/auth/university/authorize')
    await expect(begun?.json()).resolves.toEqual({ next: '/assistant' })
  })
})

describe('the address of one sign-in method', () => {
  test('shows the form of a service', async () => {
    serveSignIn()
    await renderAt('/login/sso/staff')
    expect(await screen.findByText('Staff directory')).toBeVisible()
    expect(screen.getByLabelText('Member ID')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Other sign-in methods' })).toHaveAttribute('href', '/login')
  })

  test('redirects to a provider immediately, replaces its history entry, and does so once in strict mode', async () => {
    const requests = serveSignIn()
    const location = watchLeaving()
    await renderAt('/login/sso/university')
    await waitFor(() => expect(location.replace).toHaveBeenCalledOnce())
    expect(countRequests(requests, '/authorize')).toBe(1)
  })

  test('waits for a click after a sign-out', async () => {
    const requests = serveSignIn()
    const location = watchLeaving()
    holdSignIn()
    const { user } = await renderAt('/login/sso/university')
    expect(await screen.findByText('You’re signed out. Continue whenever you’re ready.')).toBeVisible()
    expect(countRequests(requests, '/authorize')).toBe(0)
    await user.click(screen.getByRole('button', { name: 'Continue with University' }))
    await waitFor(() => expect(location.replace).toHaveBeenCalledOnce())
  })

  test('reports an unknown method', async () => {
    serveSignIn()
    await renderAt('/login/sso/library?next=%2Fassistant')
    expect(await screen.findByRole('alert')).toHaveTextContent('This sign-in method doesn’t exist.')
    expect(screen.getByRole('link', { name: 'Other sign-in methods' })).toHaveAttribute('href', '/login?next=%2Fassistant')
  })

  test('reports that the provider is down, and retries', async () => {
    let isDown = true
    serveSignIn({
      authorize: () => (isDown ? refuse(503, 'AUTH_EXTERNAL_LOGIN_UNAVAILABLE') : respond({ authorization_url: 'https://id.example/' })),
    })
    const location = watchLeaving()
    const { user } = await renderAt('/login/sso/university')
    await screen.findByRole('alert')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(location.replace).toHaveBeenCalledOnce())
  })
})

describe('the return from a provider', () => {
  test('finishes the sign-in once with all parameters of the provider, and removes them from the address', async () => {
    const requests = serveSignIn()
    const strip = vi.spyOn(window.history, 'replaceState')
    const { router } = await renderAt('/login/sso/university?code=c-1&state=s-1&iss=https%3A%2F%2Fid.example')
    await waitFor(() => expect(router.state.location.pathname).toBe('/assistant'))
    expect(countRequests(requests, '/callback')).toBe(1)
    const ended = requests.find((request) => getPath(request) === '/api/v1/auth/university/callback')
    await expect(ended?.json()).resolves.toEqual({ parameters: { code: 'c-1', state: 's-1', iss: 'https://id.example' } })
    expect(strip).toHaveBeenCalledWith(window.history.state, '', '/login/sso/university')
    expect(readSession()).toEqual({ accessToken: 'a', refreshToken: 'r' })
    expect(localStorage.getItem('login_method')).toBe('university')
  })

  test('shows the failure, and starts again only on request', async () => {
    const requests = serveSignIn({ callback: () => refuse(401, 'AUTH_EXTERNAL_LOGIN_REFUSED') })
    const location = watchLeaving()
    const { user } = await renderAt('/login/sso/university?error=access_denied&state=s-2')
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(countRequests(requests, '/authorize')).toBe(0)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(location.replace).toHaveBeenCalledOnce())
  })

  test('keeps the wanted page over a failure, for the next attempt and for the other methods', async () => {
    const requests = serveSignIn({ callback: () => refuse(401, 'AUTH_EXTERNAL_LOGIN_REFUSED') })
    const location = watchLeaving()
    const first = await renderAt('/login/sso/university?next=%2Fassistant')
    await waitFor(() => expect(location.replace).toHaveBeenCalledOnce())
    first.unmount()
    const strip = vi.spyOn(window.history, 'replaceState')
    const { user } = await renderAt('/login/sso/university?error=access_denied&state=s-4')
    await screen.findByRole('alert')
    expect(strip).toHaveBeenCalledWith(window.history.state, '', '/login/sso/university?next=%2Fassistant')
    expect(screen.getByRole('link', { name: 'Other sign-in methods' })).toHaveAttribute('href', '/login?next=%2Fassistant')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(location.replace).toHaveBeenCalledTimes(2))
    const begun = requests.filter((request) => getPath(request).endsWith('/authorize'))
    await expect(begun.at(-1)?.json()).resolves.toEqual({ next: '/assistant' })
  })

  test('redirects only inside the application', async () => {
    serveSignIn({ callback: () => respond({ access_token: 'a', refresh_token: 'r', expires_in: 600, next: 'https://elsewhere.example' }) })
    const { router } = await renderAt('/login/sso/university?code=c-3&state=s-3')
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })
})
