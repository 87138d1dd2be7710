import { deleteSecondFactor } from '@heddle/contracts/auth/second-factor'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { call } from '#shared/api/client.ts'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, refuse, respond, serve } from '#testing/serve.ts'
import { id } from '#testing/wire.ts'
import { StepUpHost } from './StepUpHost.tsx'

const remove = () => call(deleteSecondFactor, { params: { id: id(1) } })

/** Serves a removal that asks for a confirmation, until there has been one. */
async function renderHost({ staysUnconfirmed = false } = {}) {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  let isConfirmed = false
  const requests = serve(async (request) => {
    const path = getPath(request)
    if (request.method === 'DELETE') return isConfirmed ? respond({ success: true }) : refuse(403, 'AUTH_STEP_UP_REQUIRED')
    if (path.endsWith('/step_up/options')) return respond({ methods: ['password'], passkey: null })
    const { password } = (await request.json()) as { password: string }
    if (password !== 'secret') return refuse(400, 'AUTH_CONFIRMATION_FAILED')
    isConfirmed = !staysUnconfirmed
    return respond({ success: true })
  })
  const view = await renderWithApp(<StepUpHost />)
  return { ...view, countRemovals: () => requests.filter(({ method }) => method === 'DELETE').length }
}

describe('a call that asks to confirm the identity', () => {
  test('is repeated once, after the right password; calls that wait share one question', async () => {
    const { user, countRemovals } = await renderHost()
    const calls = Promise.all([remove(), remove()])
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it’s you' }))
    const password = await dialog.findByLabelText('Password', { selector: 'input' })
    await user.type(password, 'wrong{Enter}')
    expect(await dialog.findByText(/could not be confirmed/)).toBeInTheDocument()
    await user.clear(password)
    await user.type(password, 'secret{Enter}')
    await expect(calls).resolves.toEqual([{ success: true }, { success: true }])
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(countRemovals()).toBe(4)
  })

  test('fails when the user cancels', async () => {
    const { user, countRemovals } = await renderHost()
    const removal = remove().catch((error: unknown) => error)
    await user.click(await screen.findByRole('button', { name: 'Close' }))
    expect(await removal).toMatchObject({ code: 'AUTH_STEP_UP_REQUIRED' })
    expect(countRemovals()).toBe(1)
  })

  test('is not asked for a second time', async () => {
    const { user, countRemovals } = await renderHost({ staysUnconfirmed: true })
    const removal = remove().catch((error: unknown) => error)
    await user.type(await screen.findByLabelText('Password', { selector: 'input' }), 'secret{Enter}')
    expect(await removal).toMatchObject({ code: 'AUTH_STEP_UP_REQUIRED' })
    expect(countRemovals()).toBe(2)
  })

  test('fails where no page can ask', async () => {
    const { unmount, countRemovals } = await renderHost()
    unmount()
    await expect(remove()).rejects.toMatchObject({ code: 'AUTH_STEP_UP_REQUIRED' })
    expect(countRemovals()).toBe(1)
  })
})
