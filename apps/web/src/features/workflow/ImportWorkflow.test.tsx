import { workflowTemplates } from '@heddle/workflow/model/templates/templates'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, refuse, respond, serve } from '#testing/serve.ts'
import { ImportWorkflow } from './ImportWorkflow.tsx'

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

const [template] = workflowTemplates

const file = new File(
  [
    JSON.stringify({
      format: 'heddle.workflow/1',
      name: { default: 'Plain chat' },
      description: { default: '' },
      allow_user_prompt: true,
      open_to_all_groups: false,
      allowed_models: [],
      graph: template?.createGraph('en'),
      layout: {},
    }),
  ],
  'plain-chat.json',
  { type: 'application/json' },
)

async function open() {
  const requests = serve((request) =>
    getPath(request).endsWith('/import')
      ? refuse(500, 'UNKNOWN')
      : respond({ site: { models: [], allowed_hosts: [], collections: [], datasets: [] } }),
  )
  const { user, container } = await renderWithApp(<ImportWorkflow onCreated={() => undefined} />)
  const input = container.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('There is no input for a file')
  const countImports = () => requests.filter((request) => getPath(request).endsWith('/import')).length
  return { choose: (chosen: File) => user.upload(input, chosen), countImports }
}

test('the same file can be chosen again', async () => {
  const { choose, countImports } = await open()
  await choose(file)
  expect(await screen.findByRole('alert')).toBeVisible()
  await choose(file)
  await expect.poll(countImports).toBe(2)
})

test('a file that is too large is called so', async () => {
  const { choose, countImports } = await open()
  await choose(new File([' '.repeat(2 * 1024 * 1024 + 1)], 'large.json', { type: 'application/json' }))
  expect(await screen.findByText('This file is larger than 2 MB.')).toBeVisible()
  expect(countImports()).toBe(0)
})

test('the failure of one file is gone when another is chosen', async () => {
  const { choose, countImports } = await open()
  await choose(file)
  expect(await screen.findByRole('alert')).toBeVisible()
  await choose(new File(['{}'], 'other.json', { type: 'application/json' }))
  expect(await screen.findByText('This file isn’t a workflow, or it is damaged.')).toBeVisible()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(countImports()).toBe(1)
})
