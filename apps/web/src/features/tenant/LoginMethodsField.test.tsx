import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithApp } from '#testing/render.tsx'
import { LoginMethodsField } from './LoginMethodsField.tsx'

const campus = { key: 'campus', type: 'oidc', label: { default: 'Campus' } } as const

test.each([
  ['missing', 'A user signed in without the claim “groups” (last on 2026-11-20 08:00).'],
  ['unreadable', 'A user signed in with a claim “groups” that is not a list of group names (last on 2026-11-20 08:00).'],
  ['replaced', 'A user’s groups did not fit into the claim “groups” (last on 2026-11-20 08:00).'],
] as const)('a sign-in method whose groups were %s says so, with the claim', async (reason, words) => {
  const at = new Date(2026, 10, 20, 8).toISOString()
  const methods = [
    { ...campus, group_claim_problem: { claim: 'groups', reason, at } },
    { ...campus, key: 'annex' },
  ]
  await renderWithApp(<LoginMethodsField methods={methods} hidden={[]} onChange={() => {}} isReadOnly />)
  expect(await screen.findByText(words, { exact: false })).toBeVisible()
  expect(screen.getAllByText(/keep the groups/)).toHaveLength(1)
})
