import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { readSession } from '#shared/session/session-storage.ts'
import { renderWithApp } from '#shared/testing/render.tsx'
import { answer, pathOf, refuse, serve } from '#shared/testing/serve.ts'
import { aSession } from '#shared/testing/wire.ts'
import { LoginForm, type LoginVariant } from './LoginForm.tsx'

const accepting = (request: Request) =>
  pathOf(request) === '/api/v1/auth/me' ? answer(aSession()) : answer({ access_token: 'a', refresh_token: 'r', expires_in: 600 })

async function renderForm(variant: LoginVariant) {
  const onSignedIn = vi.fn<() => void>()
  const view = await renderWithApp(<LoginForm variant={variant} onSignedIn={onSignedIn} />)
  const password = screen.getByLabelText('Password', { selector: 'input' })
  return { ...view, onSignedIn, password, submit: () => view.user.click(screen.getByRole('button', { name: 'Sign in' })) }
}

describe('signing in', () => {
  test('sends email and password, keeps the tokens and loads the user', async () => {
    const requests = serve(accepting)
    const { user, password, submit, onSignedIn } = await renderForm('email')
    await user.type(screen.getByLabelText('Email'), ' member@heddle.test ')
    await user.type(password, 'secret')
    await submit()
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
    await expect(requests[0]?.json()).resolves.toEqual({ email: 'member@heddle.test', password: 'secret' })
    expect(requests.map(pathOf)).toEqual(['/api/v1/auth/login', '/api/v1/auth/me'])
    expect(readSession()).toEqual({ accessToken: 'a', refreshToken: 'r' })
    expect(localStorage.getItem('expires_in')).toBe('600')
  })

  test('sends an account in the account variant, which also offers the language', async () => {
    const requests = serve(accepting)
    const { user, password, submit, onSignedIn } = await renderForm('account')
    expect(screen.getByLabelText('Language')).toHaveValue('en')
    await user.type(screen.getByLabelText('Account'), 'member')
    await user.type(password, 'secret')
    await submit()
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
    await expect(requests[0]?.json()).resolves.toEqual({ account: 'member', password: 'secret' })
  })

  test('sends nothing while a field is empty or the email is none, and says which', async () => {
    const requests = serve(accepting)
    const { user, submit } = await renderForm('email')
    await submit()
    expect(screen.getAllByText('This field is required.')).toHaveLength(2)
    expect(screen.getByLabelText('Email')).toHaveFocus()
    await user.type(screen.getByLabelText('Email'), 'member')
    await submit()
    expect(screen.getByText('Please enter a valid email.')).toBeInTheDocument()
    expect(requests).toHaveLength(0)
  })

  test('keeps the name and selects the password when it was wrong', async () => {
    serve(() => refuse(401, 'AUTH_LOGIN_FAILED'))
    const { user, password, submit, onSignedIn } = await renderForm('email')
    await user.type(screen.getByLabelText('Email'), 'member@heddle.test')
    await user.type(password, 'wrong')
    await submit()
    await waitFor(() => expect(password).toHaveFocus())
    expect(screen.getByLabelText('Email')).toHaveValue('member@heddle.test')
    expect(onSignedIn).not.toHaveBeenCalled()
    expect(readSession().accessToken).toBeNull()
  })
})
