import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { readSession } from '#shared/api/session-storage.ts'
import { snackbarStore } from '#shared/notify/notify.ts'
import { renderWithApp } from '#testing/render.tsx'
import { respond, getPath, refuse, serve } from '#testing/serve.ts'
import { buildConfig, buildSession } from '#testing/wire.ts'
import type { FormMethod } from './login-methods.ts'
import { LoginForm } from './LoginForm.tsx'
import type { SignInEnd } from './use-sign-in.ts'

const acceptLogin = (request: Request) =>
  getPath(request) === '/api/v1/auth/me' ? respond(buildSession()) : respond({ access_token: 'a', refresh_token: 'r', expires_in: 600 })

/** Returns the requests without those of the configuration, which the language menu reads. */
function serveSignIn(handler: (request: Request) => Response): () => Request[] {
  const isConfig = (request: Request) => getPath(request) === '/api/v1/config'
  const requests = serve((request) => (isConfig(request) ? respond(buildConfig()) : handler(request)))
  return () => requests.filter((request) => !isConfig(request))
}

async function renderForm(type: FormMethod['type'], key: string = type) {
  const onEnd = vi.fn<(end: SignInEnd) => void>()
  const view = await renderWithApp(<LoginForm method={{ key, type, label: null }} onEnd={onEnd} />)
  const password = screen.getByLabelText('Password', { selector: 'input' })
  return { ...view, onEnd, password, submit: () => view.user.click(screen.getByRole('button', { name: 'Sign in' })) }
}

describe('signing in', () => {
  test('sends email and password, keeps the tokens and loads the user', async () => {
    const requests = serveSignIn(acceptLogin)
    const { user, password, submit, onEnd } = await renderForm('email')
    await user.type(screen.getByLabelText('Email'), ' member@heddle.test ')
    await user.type(password, 'secret')
    await submit()
    await waitFor(() => expect(onEnd).toHaveBeenCalledOnce())
    await expect(requests()[0]?.json()).resolves.toEqual({ email: 'member@heddle.test', password: 'secret' })
    expect(requests().map(getPath)).toEqual(['/api/v1/auth/login', '/api/v1/auth/me'])
    expect(readSession()).toEqual({ accessToken: 'a', refreshToken: 'r' })
    expect(localStorage.getItem('expires_in')).toBe('600')
  })

  test.each(['email', 'account', 'ldap'] as const)('supports password managers: %s', async (type) => {
    serveSignIn(acceptLogin)
    const { password } = await renderForm(type)
    const name = screen.getByRole('textbox')
    expect(name).toHaveAttribute('autocomplete', 'username')
    expect(name).toHaveAttribute('type', type === 'email' ? 'email' : 'text')
    expect(password).toHaveAttribute('autocomplete', 'current-password')
  })

  test('sends the account name with the method account', async () => {
    const requests = serveSignIn(acceptLogin)
    const { user, password, submit, onEnd } = await renderForm('account')
    await user.type(screen.getByLabelText('Account'), 'member')
    await user.type(password, 'secret')
    await submit()
    await waitFor(() => expect(onEnd).toHaveBeenCalledOnce())
    await expect(requests()[0]?.json()).resolves.toEqual({ account: 'member', password: 'secret' })
  })

  test('sends the member id to its external service', async () => {
    const requests = serveSignIn(acceptLogin)
    const { user, password, submit, onEnd } = await renderForm('ldap', 'staff')
    await user.type(screen.getByLabelText('Member ID'), 'm-17')
    await user.type(password, 'secret')
    await submit()
    await waitFor(() => expect(onEnd).toHaveBeenCalledOnce())
    expect(requests().map(getPath)).toEqual(['/api/v1/auth/staff/login', '/api/v1/auth/me'])
    await expect(requests()[0]?.json()).resolves.toEqual({ mem_id: 'm-17', mem_password: 'secret' })
  })

  test('shows the waiting time after too many attempts, and is disabled until then', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'Date'] })
    const requests = serveSignIn(() => respond({ detail: { code: 'AUTH_THROTTLED', message: '', params: { retry_after: 61 } } }, 429))
    const { user, password, submit } = await renderForm('email')
    await user.type(screen.getByLabelText('Email'), 'member@heddle.test')
    await user.type(password, 'wrong')
    await submit()
    expect(await screen.findByRole('button', { name: 'Try again in 1:01' })).toBeDisabled()
    expect(screen.getByRole('alert')).toHaveTextContent('Too many sign-in attempts.')
    await user.type(password, '{Enter}')
    expect(requests()).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(screen.getByRole('button', { name: 'Try again in 0:58' })).toBeDisabled()
    await act(() => vi.advanceTimersByTimeAsync(58_000))
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  })

  test('does not send an empty field or an invalid email, and marks the field', async () => {
    const requests = serveSignIn(acceptLogin)
    const { user, submit } = await renderForm('email')
    await submit()
    expect(screen.getAllByText('This field is required.')).toHaveLength(2)
    expect(screen.getByLabelText('Email')).toHaveFocus()
    await user.type(screen.getByLabelText('Email'), 'member')
    await submit()
    expect(screen.getByText('Please enter a valid email address.')).toBeInTheDocument()
    expect(requests()).toHaveLength(0)
  })

  test('keeps the name and selects a wrong password', async () => {
    serveSignIn(() => refuse(401, 'AUTH_LOGIN_FAILED'))
    const { user, password, submit, onEnd } = await renderForm('email')
    await user.type(screen.getByLabelText('Email'), 'member@heddle.test')
    await user.type(password, 'wrong')
    await submit()
    await waitFor(() => expect(password).toHaveFocus())
    expect(screen.getByLabelText('Email')).toHaveValue('member@heddle.test')
    expect(onEnd).not.toHaveBeenCalled()
    expect(readSession().accessToken).toBeNull()
  })

  test.each([
    ['email', 'Invalid email or password.'],
    ['account', 'Invalid account or password.'],
    ['member', 'Invalid member ID or password.'],
    ['ldap', 'Invalid member ID or password.'],
  ] as const)('names the wrong credentials: %s', async (type, message) => {
    serveSignIn(() => refuse(401, 'AUTH_LOGIN_FAILED'))
    const { user, password, submit } = await renderForm(type)
    await user.type(screen.getAllByRole('textbox')[0] as HTMLElement, 'member@heddle.test')
    await user.type(password, 'wrong')
    await submit()
    await waitFor(() => expect(snackbarStore.read().at(-1)).toMatchObject({ title: 'Error (AUTH_LOGIN_FAILED 401)', message }))
  })
})
