import type { User } from '@heddle/contracts/user/user'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { paths } from '#shared/paths.ts'
import { renderWithApp } from '#testing/render.tsx'
import { respond, getPath, refuse, serve } from '#testing/serve.ts'
import { buildConfig, buildSession, id } from '#testing/wire.ts'
import { SettingsLayout } from './SettingsLayout.tsx'

async function renderAt(path: string, user: Partial<User>) {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  serve((request) => {
    if (getPath(request) === '/api/v1/auth/me') return respond(buildSession(user))
    return getPath(request) === '/api/v1/config' ? respond(buildConfig()) : refuse(404, 'NOT_FOUND')
  })
  await renderWithApp(<SettingsLayout />, { path })
  const menu = await screen.findByRole('navigation', { name: 'Settings' })
  return Object.fromEntries(
    within(menu)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  )
}

const ownTenant = paths.tenant(id(4))
const owner: Partial<User> = { role: 'U', parents: [{ id: id(6), name: { default: 'Lab' }, role: 'O' }] }

const forEveryUser = { 'My profile': paths.me(), 'What I have shared': paths.ownShares(), Groups: paths.groups() }
const forAdministrators = {
  Users: paths.users(),
  Feedback: paths.feedback(),
  Models: paths.models(),
  'Usage limits': paths.limits(),
  'Audit log': paths.audit(),
}

describe('the menu of the settings', () => {
  test.each<[string, Partial<User>, Record<string, string>]>([
    ['a member', { role: 'U' }, forEveryUser],
    ['the owner of a group', owner, { ...forEveryUser, Users: paths.users() }],
    ['an admin', { role: 'A' }, { ...forEveryUser, ...forAdministrators, Tenant: ownTenant }],
    ['a super user', { role: 'S' }, { ...forEveryUser, ...forAdministrators, Tenants: paths.tenants() }],
  ])('shows %s the pages that they may open', async (_who, user, entries) => {
    expect(await renderAt(paths.me(), user)).toEqual(entries)
  })
})

const refusal = () => screen.queryByRole('heading', { level: 1, name: 'You don’t have access to this page' }) !== null

describe('a page of the settings', () => {
  test.each([paths.users(), paths.tenants(), ownTenant, paths.feedback(), paths.models(), paths.limits(), paths.audit()])(
    'is refused to a member at %s',
    async (path) => {
      await renderAt(path, { role: 'U' })
      expect(refusal()).toBe(true)
    },
  )

  test.each([paths.me(), paths.groups(), paths.group(id(6)), paths.user(id(3))])('is open to a member at %s', async (path) => {
    await renderAt(path, { role: 'U' })
    expect(refusal()).toBe(false)
  })

  test.each([paths.users(), paths.tenants(), ownTenant, paths.feedback(), paths.models(), paths.limits(), paths.audit()])(
    'is open to an admin at %s',
    async (path) => {
      await renderAt(path, { role: 'A' })
      expect(refusal()).toBe(false)
    },
  )
})
