import type { Group, GroupAssets, GroupMember } from '@heddle/contracts/group/group'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { ConfirmHost } from '#shared/ui/dialogs/ConfirmHost.tsx'
import { renderWithApp } from '#testing/render.tsx'
import { respond, getPath, serve } from '#testing/serve.ts'
import { buildSession, id } from '#testing/wire.ts'
import { DeleteGroup } from './DeleteGroup.tsx'
import { Members } from './Members.tsx'

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

const buildGroup = (given: Partial<Group> = {}): Group => ({
  id: id(20),
  role: 'G',
  name: { default: 'Dyeing' },
  description: { default: '' },
  children: [],
  member_count: 2,
  membership: 'O',
  revision: 0,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
  abilities: { edit: true, manage_members: true, delete: true, make_assistant_public: true },
  ...given,
})

const buildMember = (given: Partial<GroupMember> = {}): GroupMember => ({
  id: id(30),
  name: { default: 'Mary' },
  email: 'mary@heddle.test',
  status: 'active',
  role: 'U',
  provider: null,
  abilities: { change_role: true, remove: true, see_profile: true },
  ...given,
})

type Given = { assets?: GroupAssets; members?: GroupMember[] }

const noAssets: GroupAssets = {
  assistants: { count: 0, items: [] },
  workflows: { count: 0, items: [] },
  collections: { count: 0, items: [] },
  datasets: { count: 0, items: [] },
}

function serveGroup({ assets = noAssets, members = [] }: Given) {
  return serve((request) => {
    const path = getPath(request)
    if (path.endsWith('/assets')) return respond({ assets })
    if (path.endsWith('/user/query')) return respond({ members, total: members.length })
    if (path.endsWith('/group/query')) return respond({ groups: [buildGroup({ id: id(21), name: { default: 'Weaving' } }), buildGroup()] })
    if (path.endsWith('/me')) return respond(buildSession({ role: 'S' }))
    return respond({ success: true })
  })
}

const listDeletions = (requests: Request[]) => requests.filter(({ method }) => method === 'DELETE').map(({ url }) => new URL(url))

describe('deleting a group', () => {
  test('asks for the new owner of its assets, and sends it', async () => {
    const requests = serveGroup({
      assets: { ...noAssets, assistants: { count: 1, items: [{ id: id(40), name: { default: 'Colour guide' } }] } },
    })
    const { user } = await renderWithApp(<DeleteGroup group={buildGroup()} />)
    await user.click(screen.getByRole('button', { name: 'Delete group' }))
    expect(await screen.findByText('Colour guide')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Move and delete' })).toBeDisabled()

    await user.click(screen.getByPlaceholderText('Choose a group'))
    expect(screen.queryByRole('option', { name: 'Dyeing' })).not.toBeInTheDocument()
    await user.click(await screen.findByRole('option', { name: 'Weaving' }))
    await user.click(screen.getByRole('button', { name: 'Move and delete' }))
    await waitFor(() => expect(listDeletions(requests)[0]?.searchParams.get('move_to')).toBe(id(21)))
  })

  test('asks for no new owner without assets', async () => {
    const requests = serveGroup({})
    const { user } = await renderWithApp(<DeleteGroup group={buildGroup()} />)
    await user.click(screen.getByRole('button', { name: 'Delete group' }))
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Delete group' }).at(-1)).toBeEnabled())
    expect(screen.queryByPlaceholderText('Choose a group')).not.toBeInTheDocument()
    await user.click(screen.getAllByRole('button', { name: 'Delete group' }).at(-1)!)
    await waitFor(() => expect(listDeletions(requests).map(({ search }) => search)).toEqual(['']))
  })
})

describe('the members of a group', () => {
  async function renderMembers(group: Group, members: GroupMember[]) {
    const requests = serveGroup({ members })
    const view = await renderWithApp(
      <>
        <Members group={group} />
        <ConfirmHost />
      </>,
    )
    view.queryClient.setQueryData(['session', 'me'], buildSession({ role: 'S' }))
    return { ...view, requests }
  }

  test('are read-only for a user who does not manage them', async () => {
    const none = { change_role: false, remove: false, see_profile: false }
    await renderMembers(buildGroup({ abilities: { edit: false, manage_members: false, delete: false, make_assistant_public: false } }), [
      buildMember({ email: null, abilities: none }),
    ])
    expect(await screen.findByText('Mary')).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Mary' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Add members' })).not.toBeInTheDocument()
    expect(screen.queryByRole('combobox', { name: 'Role: Mary' })).not.toBeInTheDocument()
  })

  test('are removed only after a confirmation', async () => {
    const { user, requests } = await renderMembers(buildGroup(), [buildMember()])
    await user.click(await screen.findByRole('button', { name: 'Remove Mary' }))
    expect(await screen.findByText('Remove Mary from Dyeing?')).toBeInTheDocument()
    expect(listDeletions(requests)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(listDeletions(requests).map(({ pathname }) => pathname)).toEqual([`/api/v1/group/${id(20)}/user/${id(30)}`]))
  })

  test('keep their last administrator, with the reason', async () => {
    const { user, requests } = await renderMembers(buildGroup(), [
      buildMember({ role: 'O', abilities: { change_role: false, remove: false, see_profile: true } }),
    ])
    await user.click(await screen.findByRole('button', { name: /A group needs at least one administrator/ }))
    expect(screen.queryByText('Remove Mary from Dyeing?')).not.toBeInTheDocument()
    expect(listDeletions(requests)).toEqual([])
  })
})
