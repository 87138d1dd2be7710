import { QueryClient } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sessionQueries } from '#entities/auth/session.queries.ts'
import { renderWithApp } from '#testing/render.tsx'
import { respond, serve } from '#testing/serve.ts'
import { buildSession } from '#testing/wire.ts'
import { TopBar } from './TopBar.tsx'

test.each([
  ['S', 'Super admin', true],
  ['A', 'Admin', true],
  ['U', 'User', false],
] as const)('the account menu says who a user of role %s is: %s; the theme is chosen there: %s', async (role, name, mayChoose) => {
  serve(() => respond({}))
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  const session = buildSession({ role, name: { default: 'Wei' }, email: 'wei@heddle.test' })
  queryClient.setQueryData(sessionQueries.me().queryKey, session)
  const { user } = await renderWithApp(<TopBar onReachMenu={() => undefined} />, { queryClient })
  await user.click(screen.getByRole('button', { name: /Wei/ }))
  const menu = await screen.findByRole('menu')
  expect(menu).toHaveTextContent('wei@heddle.test')
  expect(within(menu).getByText(name, { exact: true })).toBeVisible()
  expect(screen.queryAllByRole('button', { name: 'Theme', hidden: true })).toHaveLength(mayChoose ? 1 : 0)
})
