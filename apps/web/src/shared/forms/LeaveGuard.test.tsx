import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router'
import { startI18n } from '#i18n/i18n.ts'
import { storeSession } from '../api/session-storage.ts'
import { ConfirmHost } from '../ui/dialogs/ConfirmHost.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { useUnsaved } from './unsaved.ts'

function Layout() {
  return (
    <>
      <Outlet />
      <LeaveGuard />
      <ConfirmHost />
    </>
  )
}

function Form({ isDirty }: { isDirty: boolean }) {
  useUnsaved(isDirty)
  return <Link to="/other">Other</Link>
}

async function renderForm(isDirty: boolean) {
  if (!i18next.isInitialized) await startI18n()
  await i18next.changeLanguage('en')
  await i18next.loadNamespaces(['common', 'form'])
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  const routes = [
    { path: '/form', element: <Form isDirty={isDirty} /> },
    { path: '/other', element: 'Elsewhere' },
  ]
  const router = createMemoryRouter([{ element: <Layout />, children: routes }], { initialEntries: ['/form'] })
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('link', { name: 'Other' }))
  return { user, router }
}

const answerWith = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(within(await screen.findByRole('dialog', { name: 'Discard your changes?' })).getByRole('button', { name }))

test('a form without changes is left without a confirmation', async () => {
  await renderForm(false)
  expect(await screen.findByText('Elsewhere')).toBeInTheDocument()
})

test('a form with changes stays when the user cancels', async () => {
  const { user, router } = await renderForm(true)
  await answerWith(user, 'Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(router.state.location.pathname).toBe('/form')
})

test('a form with changes is left when the user discards them', async () => {
  const { user } = await renderForm(true)
  await answerWith(user, 'Discard')
  expect(await screen.findByText('Elsewhere')).toBeInTheDocument()
})

test('the browser asks before a tab with changes is closed', async () => {
  await renderForm(true)
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
})

test('a user who is signed out meanwhile is not asked', async () => {
  const { router } = await renderForm(true)
  await screen.findByRole('dialog')
  localStorage.clear()
  await router.navigate('/other')
  expect(await screen.findByText('Elsewhere')).toBeInTheDocument()
})
