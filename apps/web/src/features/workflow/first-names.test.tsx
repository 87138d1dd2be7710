import type { WorkflowItem } from '@heddle/contracts/workflow/workflow'
import { getTemplate } from '@heddle/workflow/model/templates/templates'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, refuse, serve } from '#testing/serve.ts'
import { id } from '#testing/wire.ts'
import { CreateFromTemplateDialog } from './CreateFromTemplateDialog.tsx'
import { WorkflowMenu } from './WorkflowMenu.tsx'

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

const workflow: WorkflowItem = {
  id: id(1),
  name: { default: 'Standards', en: 'Standards', th: 'มาตรฐาน' },
  description: { default: '' },
  group: null,
  state: 'draft',
  latest_version: null,
  assistant_count: 0,
  updated_at: '2026-11-01T00:00:00Z',
  abilities: { edit: true, delete: true },
}

/** The names in a request are of one language: a later change of it would leave those of the others behind. */
describe('a name that no one wrote', () => {
  test('of a template is in the language of the author alone', async () => {
    const requests = serve(() => refuse(500, 'UNKNOWN'))
    const template = getTemplate('plain_chat')
    const { user } = await renderWithApp(
      <CreateFromTemplateDialog template={template} onClose={() => undefined} onCreated={() => undefined} />,
    )
    await user.click(await screen.findByRole('button', { name: 'Create' }))
    await expect.poll(() => requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
    const body: unknown = await requests.find(({ method }) => method === 'POST')?.json()
    expect(body).toHaveProperty('workflow.name', { default: template.name.en })
    expect(body).toHaveProperty('workflow.description', { default: template.description.en })
  })

  test('of a copy is in the language of the one who copies', async () => {
    const requests = serve(() => refuse(500, 'UNKNOWN'))
    const { user } = await renderWithApp(<WorkflowMenu workflow={workflow} onOpenSettings={() => undefined} onDelete={() => undefined} />)
    await user.click(screen.getByRole('button', { name: 'Actions: Standards' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
    const findCopy = () => requests.find((request) => getPath(request).endsWith('/duplicate'))
    await expect.poll(findCopy).toBeDefined()
    expect(await findCopy()?.json()).toEqual({ name: { default: 'Standards (2)' } })
  })
})
