import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { readSession } from '#shared/api/session-storage.ts'
import { snackbarStore } from '#shared/notify/notify.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, refuse, respond, serve } from '#testing/serve.ts'
import { buildConfig, buildSession } from '#testing/wire.ts'
import { LoginForm } from './LoginForm.tsx'
import { SignInSteps } from './SignInSteps.tsx'

const tokens = { access_token: 'a', refresh_token: 'r', expires_in: 600 }
const id = 'c'.repeat(43)
const verification = { id, kind: 'verification', methods: ['totp', 'recovery_code'], expires_in: 300 }

type Routes = Record<string, (request: Request) => Response>

/** Renders a sign-in whose password leads to the challenge, up to the second step. */
async function renderSecondStep(challenge: object, routes: Routes = {}) {
  const onSignedIn = vi.fn<() => void>()
  const requests = serve((request) => {
    const path = getPath(request)
    if (path === '/api/v1/config') return respond(buildConfig())
    if (path === '/api/v1/auth/login') return respond({ challenge })
    if (path === '/api/v1/auth/me') return respond(buildSession())
    return routes[path]?.(request) ?? refuse(401, 'AUTH_SECOND_FACTOR_FAILED')
  })
  const { user } = await renderWithApp(
    <SignInSteps onSignedIn={onSignedIn}>
      {(onEnd) => <LoginForm method={{ key: 'email', type: 'email', label: null }} onEnd={onEnd} />}
    </SignInSteps>,
  )
  const password = screen.getByLabelText('Password', { selector: 'input' })
  await user.type(screen.getByLabelText('Email'), 'member@heddle.test')
  await user.type(password, 'secret{Enter}')
  await screen.findByRole('heading', { level: 2 })
  return { user, onSignedIn, requests, password, sentTo: (path: string) => requests.filter((request) => getPath(request) === path) }
}

describe('the second step of a sign-in', () => {
  const path = '/api/v1/auth/second_factor'

  test('takes a pasted code, and begins the session', async () => {
    const { user, onSignedIn, sentTo } = await renderSecondStep(verification, { [path]: () => respond(tokens) })
    const field = screen.getByLabelText('Code from your authenticator app')
    expect(field).toHaveFocus()
    expect(field).toHaveAttribute('autocomplete', 'one-time-code')
    expect(field).toHaveAttribute('inputmode', 'numeric')
    expect(readSession().accessToken).toBeNull()
    await user.keyboard('{Enter}')
    expect(screen.getByText('Enter all six digits.')).toBeInTheDocument()
    await user.paste(' 123 456 ')
    expect(field).toHaveValue('123456')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
    expect(readSession()).toEqual({ accessToken: 'a', refreshToken: 'r' })
    expect(sentTo(path)).toHaveLength(1)
    await expect(sentTo(path)[0]?.json()).resolves.toEqual({ challenge_id: id, totp: '123456' })
  })

  test('selects a wrong code, and takes a recovery code in its place', async () => {
    let tries = 0
    const { user, onSignedIn, sentTo } = await renderSecondStep(verification, {
      [path]: () => {
        tries += 1
        return tries === 1 ? refuse(401, 'AUTH_SECOND_FACTOR_FAILED') : respond(tokens)
      },
    })
    await user.type(screen.getByLabelText('Code from your authenticator app'), '000000{Enter}')
    await waitFor(() => expect(screen.getByLabelText('Code from your authenticator app')).toBeInvalid())
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    expect(screen.queryByText(/wasn’t accepted/)).not.toBeInTheDocument()
    const field = screen.getByLabelText('Recovery code')
    expect(field).toHaveFocus()
    await user.type(field, ' abcde-fghij {Enter}')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
    await expect(sentTo(path)[1]?.json()).resolves.toEqual({ challenge_id: id, recovery_code: 'abcde-fghij' })
  })

  test('goes back to the password after five wrong codes, with the name as it was typed', async () => {
    const { user, password, onSignedIn } = await renderSecondStep(verification)
    await user.type(screen.getByLabelText('Code from your authenticator app'), '000000')
    const button = screen.getByRole('button', { name: 'Continue' })
    for (let tries = 1; tries < 5; tries += 1) {
      await user.click(button)
      await waitFor(() => expect(button).toBeEnabled())
    }
    expect(password).not.toBeVisible()
    await user.click(button)
    await waitFor(() => expect(password).toBeVisible())
    expect(screen.getByLabelText('Email')).toHaveValue('member@heddle.test')
    expect(password).toHaveValue('')
    expect(snackbarStore.read().at(-1)?.message).toContain('Please sign in again.')
    expect(onSignedIn).not.toHaveBeenCalled()
  })

  test('goes back to the password when its time is over', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    const { password } = await renderSecondStep(verification)
    await act(() => vi.advanceTimersByTimeAsync(290_000))
    expect(password).not.toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(password).toBeVisible()
    await waitFor(() => expect(password).toHaveFocus())
  })

  test('sets up a factor that the tenant asks for, and begins the session once the recovery codes are kept', async () => {
    const enrolment = { id, kind: 'enrolment', methods: ['totp'], expires_in: 300 }
    const factor = {
      id: '01900000-0000-7000-8000-000000000001',
      kind: 'totp',
      name: 'Authenticator app',
      created_at: '2026-11-20T08:00:00.000Z',
      last_used_at: null,
      is_backed_up: null,
      is_of_other_address: false,
    }
    const uri = 'otpauth://totp/Heddle:member?secret=JBSWY3DPEHPK3PXP&issuer=Heddle'
    const { user, onSignedIn, sentTo } = await renderSecondStep(enrolment, {
      '/api/v1/auth/enrolment/totp': () => respond({ challenge_id: id, secret: 'JBSWY3DPEHPK3PXP', otpauth_uri: uri, expires_in: 300 }),
      '/api/v1/auth/enrolment/totp/confirm': () => respond({ factor, recovery_codes: ['abcde-fghij', 'klmno-pqrst'], tokens }),
    })
    expect(screen.queryByRole('button', { name: /Add a passkey/ })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: /Add an authenticator app/ }))
    expect(await screen.findByRole('img', { name: 'QR code with the key shown next to it' })).toBeInTheDocument()
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Open in an app on this device' })).toHaveAttribute('href', uri)
    await user.type(screen.getByLabelText('Code from the app'), '123456{Enter}')
    const codes = within(await screen.findByRole('list'))
    expect(codes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['abcde-fghij', 'klmno-pqrst'])
    expect(readSession().accessToken).toBeNull()
    expect(screen.queryByRole('button', { name: 'Back to sign-in' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'I have kept them' }))
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
    expect(readSession()).toEqual({ accessToken: 'a', refreshToken: 'r' })
    await expect(sentTo('/api/v1/auth/enrolment/totp/confirm')[0]?.json()).resolves.toEqual({
      challenge_id: id,
      totp: '123456',
      name: 'Authenticator app',
    })
  })
})
