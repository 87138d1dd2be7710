import type { Tenant } from '@heddle/contracts/tenant/tenant'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, respond, serve } from '#testing/serve.ts'
import { buildUser, id } from '#testing/wire.ts'
import { TenantForm } from './TenantForm.tsx'

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

const tenant: Tenant = {
  id: id(1),
  name: { default: 'Loom Institute' },
  hostname: null,
  product_name: null,
  licensed_by: null,
  primary_color: null,
  logo: null,
  users_choose_theme: false,
  languages: ['zhHant', 'en'],
  default_language: 'zhHant',
  models: [],
  default_model_id: null,
  groups: [],
  files_with_any_assistant: true,
  temporary_chats: 'allowed',
  temporary_chat_group_ids: [],
  assistants: [],
  default_assistant_id: null,
  login_methods: [],
  hidden_logins: [],
  second_factor_rule: 'no_one',
  second_factor_grace_days: 14,
  passkey_login: false,
  trusted_factor_logins: [],
  requests_per_chat: 50,
  retention_days: 30,
  admins_override_gate: false,
  time_zone: 'Asia/Taipei',
  user_count: 2,
  group_count: 1,
  revision: 4,
  created_at: '2026-11-20T08:30:00.000Z',
  updated_at: '2026-11-20T08:30:00.000Z',
  abilities: { manage: false, delete: false },
}

async function open({ manage = false, superUsers = [buildUser({ email: 'root@institute.test' })] } = {}) {
  const requests = serve((request) => (getPath(request).endsWith('/user/query') ? respond({ users: superUsers }) : respond({ tenant })))
  const { user } = await renderWithApp(<TenantForm tenant={{ ...tenant, abilities: { manage, delete: manage } }} />)
  async function save() {
    await user.click(screen.getByRole('textbox', { name: 'Product name' }))
    await user.paste('Loom')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Saved')
    const saved = requests.findLast(({ method }) => method === 'PUT')
    const body = (await saved?.clone().json()) as { tenant: object } | undefined
    return body?.tenant
  }
  return { save }
}

test('an administrator sends the own look, and is told whom to ask for the rest', async () => {
  const { save } = await open()
  expect(await screen.findByText(/Only a super admin can change the settings below .* Ask .*root@institute\.test/)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Requests per chat' })).toHaveAttribute('readonly')
  const sent = await save()
  expect(sent).toMatchObject({ product_name: 'Loom', time_zone: 'Asia/Taipei', revision: 4 })
  for (const field of ['hostname', 'hidden_logins', 'requests_per_chat', 'retention_days']) expect(sent).not.toHaveProperty(field)
})

test('an administrator whose tenant has no super user is told to ask the operator', async () => {
  await open({ superUsers: [] })
  expect(await screen.findByText(/ask the team that runs this installation/)).toBeVisible()
})

test('a super user sends all of it, and has no one to ask', async () => {
  const { save } = await open({ manage: true })
  expect(await save()).toMatchObject({ product_name: 'Loom', retention_days: 30, hidden_logins: [] })
  expect(screen.queryByText(/Only a super admin/)).toBeNull()
})
