import type { OwnShare } from '@heddle/contracts/chat/share'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { ConfirmHost } from '#shared/ui/dialogs/ConfirmHost.tsx'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, respond, serve } from '#testing/serve.ts'
import { buildChatProfile, id } from '#testing/wire.ts'
import { OwnSharesPage } from './OwnSharesPage.tsx'

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

const buildShare = (given: Partial<OwnShare>): OwnShare => ({
  id: id(30),
  chat: { id: id(1), title: 'Wool' },
  audience: 'tenant',
  groups: [],
  people: [],
  until_message_id: null,
  expires_at: null,
  created_at: '2026-11-27T08:00:00.000Z',
  opened_count: 0,
  ...given,
})

/** Serves two shares, without those that are ended. */
async function openPage() {
  const group = { id: id(21), name: { default: 'Dyers' } }
  let shares = [
    buildShare({}),
    buildShare({ id: id(31), chat: { id: id(2), title: null }, audience: 'groups', groups: [group], opened_count: 2 }),
  ]
  const requests = serve((request) => {
    const path = getPath(request)
    if (path.endsWith('/share/query')) return respond({ shares, total: shares.length })
    if (request.method !== 'DELETE') return respond({ chat: buildChatProfile() })
    const ended = shares.filter(({ id: shareId }) => path.endsWith('/share') || path.endsWith(shareId))
    shares = shares.filter((share) => !ended.includes(share))
    return respond(path.endsWith('/share') ? { ended_count: ended.length } : { success: true })
  })
  const view = await renderWithApp(
    <>
      <OwnSharesPage />
      <ConfirmHost />
    </>,
  )
  const row = (name: string) => screen.findByRole('row', { name: new RegExp(`^${name}`) })
  return { ...view, requests, row }
}

test('lists what is shared, with whom, and how many have opened it; one share is ended after a question', async () => {
  const { user, row } = await openPage()
  expect(await row('Unnamed chat')).toHaveTextContent(/Members of Dyers.*No end date.*2 users/)
  await user.click(within(await row('Wool')).getByRole('button', { name: 'Stop sharing with: Wool, All users of your institute' }))
  const question = await screen.findByRole('dialog', { name: 'Stop sharing this chat?' })
  expect(question).toHaveTextContent('“Wool” can then no longer be read by: All users of your institute.')
  await user.click(within(question).getByRole('button', { name: 'Stop sharing' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Wool/ })).not.toBeInTheDocument())
  expect(await row('Unnamed chat')).toBeInTheDocument()
})

test('all shares are ended after one question', async () => {
  const { user } = await openPage()
  await user.click(await screen.findByRole('button', { name: 'Stop sharing all' }))
  const question = await screen.findByRole('dialog', { name: 'Stop sharing all chats?' })
  await user.click(within(question).getByRole('button', { name: 'Stop sharing all' }))
  expect(await screen.findByText('You have not shared any chats')).toBeInTheDocument()
})
