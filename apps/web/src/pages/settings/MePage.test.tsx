import type { Session } from '@heddle/contracts/auth/auth'
import type { User } from '@heddle/contracts/user/user'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { ConfirmHost } from '#shared/ui/dialogs/ConfirmHost.tsx'
import { renderWithApp } from '#testing/render.tsx'
import { respond, getPath, refuse, serve } from '#testing/serve.ts'
import { buildSession, buildUser, id } from '#testing/wire.ts'
import { MePage } from './MePage.tsx'

const buildSignIn = (given: Partial<Session> = {}): Session => ({
  id: id(20),
  is_current: false,
  address: '10.1.2.3',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  provider: null,
  created_at: '2026-11-20T08:00:00.000Z',
  last_used_at: '2026-11-21T08:00:00.000Z',
  ...given,
})

const here = buildSignIn({ id: id(21), is_current: true, user_agent: null })

const instructionsPath = '/api/v1/preference/user/me/instructions'
const factorsPath = '/api/v1/auth/me/second_factor'
const noFactors = { factors: [], recovery_codes_left: 0, passkey_obstacle: 'ip_address' }
const noInstructions = { about_me: '', how_to_answer: '', in_new_chats: true, revision: 0 }

type Route = (request: Request) => Response | Promise<Response>

/** Renders the page of a user, with the responses of `routes`. */
async function renderPage(given: Partial<User> = {}, routes: Record<string, Route> = {}) {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  const requests = serve((request) => {
    const route = routes[`${request.method} ${getPath(request)}`]
    if (route) return route(request)
    if (getPath(request) === '/api/v1/auth/me') return respond(buildSession(given))
    if (getPath(request) === instructionsPath) return respond({ instructions: noInstructions })
    if (getPath(request) === factorsPath) return respond(noFactors)
    if (getPath(request) === '/api/v1/takeout') return respond({ takeout: null })
    if (getPath(request) === '/api/v1/auth/session/query') return respond({ sessions: [here, buildSignIn()], total: 2 })
    return refuse(503, 'SERVICE_UNAVAILABLE')
  })
  const view = await renderWithApp(
    <>
      <MePage />
      <ConfirmHost />
    </>,
  )
  await screen.findByRole('heading', { level: 1, name: 'My profile' })
  return { ...view, requests, sentTo: (path: string) => requests.filter((request) => getPath(request) === path) }
}

test('shows the profile, and links to the groups', async () => {
  await renderPage({ parents: [{ id: id(9), role: 'O', name: { default: 'Fibre Laboratory' } }] })
  expect(screen.getByText('member@heddle.test')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Fibre Laboratory' })).toHaveAttribute('href', `/settings/group/${id(9)}`)
  expect(screen.getByText('Last sign-in').nextSibling).toHaveTextContent('2026-11-20')
})

test('updates the email with the current password, and shows errors at their fields', async () => {
  const path = `/api/v1/user/${id(3)}/email`
  let isTaken = true
  const wrongPassword = { detail: { code: 'AUTH_PASSWORD_FAILED_TO_UPDATE', message: '', params: { reason: 'wrong_current' } } }
  const { user, fill, sentTo } = await renderPage(
    {},
    {
      [`PUT ${path}`]: async (request) => {
        const { email, current_password } = (await request.json()) as { email: string; current_password: string }
        if (current_password !== 'woolen shuttle 48') return respond(wrongPassword, 400)
        if (isTaken) return refuse(409, 'AUTH_EMAIL_EXISTS')
        return respond({ user: buildUser({ email }) })
      },
    },
  )
  await user.click(screen.getByRole('button', { name: 'Update email' }))
  const dialog = await screen.findByRole('dialog')
  const field = within(dialog).getByLabelText('Email')
  await user.clear(field)
  await fill(field, 'new@heddle.test')
  const save = () => user.click(within(dialog).getByRole('button', { name: 'Save' }))
  const password = within(dialog).getByLabelText('Current password', { selector: 'input' })
  await save()
  expect(password).toHaveFocus()
  expect(sentTo(path)).toHaveLength(0)
  await fill(password, 'not this one')
  await save()
  expect(await within(dialog).findByText('This isn’t your current password.')).toBeInTheDocument()
  expect(password).toHaveFocus()
  await user.clear(password)
  await fill(password, 'woolen shuttle 48')
  await save()
  expect(await within(dialog).findByText('This email already exists. Please try another one.')).toBeInTheDocument()
  isTaken = false
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getByText('new@heddle.test')).toBeInTheDocument()
  expect(sentTo(path)).toHaveLength(3)
})

test('asks before it discards the input of a dialog', async () => {
  const { user, fill } = await renderPage()
  await user.click(screen.getByRole('button', { name: 'Update email' }))
  const field = within(await screen.findByRole('dialog')).getByLabelText('Email')
  await fill(field, '.example')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  const question = await screen.findByRole('dialog', { name: 'Discard your changes?' })
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(field).toHaveValue('member@heddle.test.example')
})

test('explains why a user of an external sign-in can change neither email nor password', async () => {
  const abilities = { ...buildUser().abilities, change_email: false }
  const { user } = await renderPage({ providers: ['institute'], account: null, abilities })
  const button = screen.getByRole('button', { name: 'Update email' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAccessibleDescription('The email comes from “institute” and can only be changed there.')
  await user.click(button)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Change password' })).not.toBeInTheDocument()
})

test('saves only the language of a user whose name comes from elsewhere', async () => {
  const path = `/api/v1/user/${id(3)}/profile`
  const { user, sentTo } = await renderPage(
    { providers: ['institute'] },
    { [`PUT ${path}`]: () => respond({ user: buildUser({ providers: ['institute'], revision: 1 }) }) },
  )
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByLabelText('Name')).toBeDisabled()
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(path)).toHaveLength(1))
  await expect(sentTo(path)[0]?.json()).resolves.toEqual({ user: { language: 'en', revision: 0 } })
})

test('ends another session after a confirmation, and not this one', async () => {
  const end = vi.fn<Route>(() => respond({ success: true }))
  const { user } = await renderPage({}, { [`DELETE /api/v1/auth/session/${id(20)}`]: end })
  const list = within((await screen.findByText('Firefox on Linux')).closest('ul') ?? document.body)
  expect(list.getByText('This device')).toBeInTheDocument()
  expect(list.getByRole('link', { name: 'Sign out' })).toHaveAttribute('href', '/logout')
  await user.click(list.getByRole('button', { name: 'End session: Firefox on Linux' }))
  expect(end).not.toHaveBeenCalled()
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End' }))
  await waitFor(() => expect(screen.queryByText('Firefox on Linux')).not.toBeInTheDocument())
  expect(end).toHaveBeenCalledOnce()
})

test('changes the password, and shows which of the three fields is wrong', async () => {
  const path = '/api/v1/auth/update_password'
  const { user, fill, sentTo } = await renderPage(
    {},
    {
      [`POST ${path}`]: () =>
        respond({ detail: { code: 'AUTH_PASSWORD_FAILED_TO_UPDATE', message: '', params: { reason: 'wrong_current' } } }, 400),
    },
  )
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  const dialog = within(await screen.findByRole('dialog'))
  const field = (name: string) => dialog.getByLabelText(name, { selector: 'input' })
  await fill(field('Current password'), 'not this one')
  await fill(field('New password'), 'woolen shuttle 48')
  expect(dialog.getByText('Good')).toBeInTheDocument()
  await fill(field('Confirm new password'), 'woolen shuttle 49')
  await user.click(dialog.getByRole('button', { name: 'Change password' }))
  expect(dialog.getByText('The two entries differ.')).toBeInTheDocument()
  expect(sentTo(path)).toHaveLength(0)
  await user.clear(field('Confirm new password'))
  await fill(field('Confirm new password'), 'woolen shuttle 48')
  await user.click(dialog.getByRole('button', { name: 'Change password' }))
  expect(await dialog.findByText('This isn’t your current password.')).toBeInTheDocument()
  expect(field('Current password')).toHaveFocus()
  await expect(sentTo(path)[0]?.json()).resolves.toEqual({ current_password: 'not this one', new_password: 'woolen shuttle 48' })
})

test('shows at the new password that it is too common', async () => {
  const { user, fill } = await renderPage(
    {},
    {
      'POST /api/v1/auth/update_password': () =>
        respond({ detail: { code: 'AUTH_PASSWORD_TOO_WEAK', message: '', params: { reason: 'common_password' } } }, 400),
    },
  )
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  const dialog = within(await screen.findByRole('dialog'))
  const field = (name: string) => dialog.getByLabelText(name, { selector: 'input' })
  await fill(field('Current password'), 'woolen shuttle 48')
  await fill(field('New password'), '1234567890')
  await fill(field('Confirm new password'), '1234567890')
  await user.click(dialog.getByRole('button', { name: 'Change password' }))
  expect(await dialog.findByText('This is one of the most common passwords. Choose another.')).toBeInTheDocument()
  expect(field('New password')).toHaveFocus()
})

test('saves the personal instructions, with the characters of each counted, and shows what another tab has saved', async () => {
  let current = { ...noInstructions, revision: 4 }
  const { user, fill, sentTo } = await renderPage(
    {},
    {
      [`GET ${instructionsPath}`]: () => respond({ instructions: current }),
      [`PUT ${instructionsPath}`]: async (request) => {
        const { revision, instructions } = (await request.json()) as { revision: number; instructions: typeof noInstructions }
        if (revision !== current.revision) return respond({ detail: { code: 'REVISION_MISMATCH', message: '', params: { current } } }, 409)
        current = { ...instructions, revision: revision + 1 }
        return respond({ instructions: current })
      },
    },
  )
  const section = within(await screen.findByRole('region', { name: 'Personal instructions' }))
  const answer = await section.findByLabelText('How to answer')
  await fill(answer, 'Use a table.')
  expect(section.getByText('12 / 2,000')).toBeInTheDocument()
  await user.click(section.getByRole('switch', { name: /Use in new chats/ }))
  await user.click(section.getByRole('button', { name: 'Save' }))
  await screen.findByText('Your instructions have been saved')
  expect(current).toEqual({ about_me: '', how_to_answer: 'Use a table.', in_new_chats: false, revision: 5 })

  current = { ...current, how_to_answer: 'Use a list.', revision: 6 }
  await fill(answer, ' Be brief.')
  await user.click(section.getByRole('button', { name: 'Save' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Use a list.')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Keep my version and save' }))
  await waitFor(() => expect(current).toMatchObject({ how_to_answer: 'Use a table. Be brief.', revision: 7 }))
  expect(sentTo(instructionsPath).filter(({ method }) => method === 'PUT')).toHaveLength(3)
})

test('adds an authenticator app, shows its recovery codes once, and removes it', async () => {
  const app = {
    id: id(30),
    kind: 'totp',
    name: 'Authenticator app',
    created_at: '2026-11-20T08:00:00.000Z',
    last_used_at: null,
    is_backed_up: null,
    is_of_other_address: false,
  }
  const key = { challenge_id: 'c'.repeat(43), secret: 'JBSWY3DPEHPK3PXP', otpauth_uri: 'otpauth://totp/Heddle', expires_in: 300 }
  let state: object = noFactors
  const { user, sentTo } = await renderPage(
    {},
    {
      [`GET ${factorsPath}`]: () => respond(state),
      [`POST ${factorsPath}/totp`]: () => respond(key),
      [`POST ${factorsPath}/totp/confirm`]: async (request) => {
        if (((await request.json()) as { totp: string }).totp !== '123456') return refuse(400, 'AUTH_CONFIRMATION_FAILED')
        state = { ...noFactors, factors: [app], recovery_codes_left: 10 }
        return respond({ factor: app, recovery_codes: ['abcde-fghij'] })
      },
      [`DELETE ${factorsPath}/${app.id}`]: () => {
        state = noFactors
        return respond({ success: true })
      },
    },
  )
  const section = within(await screen.findByRole('region', { name: 'Second factor' }))
  await section.findByText('You have no second factor yet.')
  expect(section.getByRole('button', { name: 'Add a passkey' })).toHaveAccessibleDescription(/need a host name/)
  await user.click(section.getByRole('button', { name: 'Add an authenticator app' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add an authenticator app' }))
  const code = dialog.getByLabelText('Code from the app')
  await user.type(code, '000000{Enter}')
  expect(await dialog.findByText(/could not be confirmed/)).toBeInTheDocument()
  await user.clear(code)
  await user.type(code, '123456{Enter}')
  const codes = within(await screen.findByRole('dialog', { name: 'Recovery codes' }))
  expect(codes.getByText('abcde-fghij')).toBeInTheDocument()
  await user.click(codes.getByRole('button', { name: 'I have kept them' }))
  expect(screen.queryByText('abcde-fghij')).not.toBeInTheDocument()
  expect(section.getByText(/10 codes are left/)).toBeInTheDocument()

  await user.click(section.getByRole('button', { name: 'Remove: Authenticator app' }))
  const question = within(await screen.findByRole('dialog', { name: 'Remove “Authenticator app”?' }))
  expect(question.getByText(/your password alone will be enough/)).toBeInTheDocument()
  await user.click(question.getByRole('button', { name: 'Remove' }))
  await section.findByText('You have no second factor yet.')
  expect(sentTo(`${factorsPath}/${app.id}`)).toHaveLength(1)
})
