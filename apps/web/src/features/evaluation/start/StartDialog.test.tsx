import type { Workflow } from '@heddle/contracts/workflow/workflow'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { buildEvalRun } from '#testing/evaluation.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, respond, serve } from '#testing/serve.ts'
import { id } from '#testing/wire.ts'
import { StartDialog } from './StartDialog.tsx'

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

const buildWorkflow = (draftHash: string): Workflow => ({
  id: id(8),
  name: { default: 'Textile chat' },
  description: { default: '' },
  group: null,
  allow_user_prompt: true,
  allow_files: true,
  open_to_all_groups: false,
  allowed_models: [],
  graph: { nodes: [{ id: 'a', type: 'template', title: 'Text', config: { text: '' } }], edges: [] },
  layout: {},
  revision: 1,
  draft_hash: draftHash,
  published_version: null,
  has_changes: true,
  editor: null,
  created_at: '2026-11-26T08:00:00.000Z',
  updated_at: '2026-11-26T08:00:00.000Z',
  abilities: { edit: true, delete: true },
})

const estimate = {
  row_count: 2,
  answer_count: 6,
  model_calls: 6,
  tokens: 600,
  minutes: 1,
  cost: null,
  basis: 'graph',
  visible_loss_points: null,
  judges_itself: false,
}

test('a draft that changed meanwhile is told at its field, and evaluated as it is when it is started again', async () => {
  const asked: string[] = []
  let draftHash = 'first'
  serve(async (request) => {
    const at = getPath(request)
    if (at.endsWith('/estimate')) return respond(estimate)
    if (at.endsWith('/eval_run')) {
      const { run } = (await request.json()) as { run: { draft_hash: string } }
      asked.push(run.draft_hash)
      if (run.draft_hash !== draftHash) return respond({ detail: { code: 'WORKFLOW_GATE_STALE', message: 'stale', params: {} } }, 409)
      return respond({ run: buildEvalRun() })
    }
    if (at.endsWith('/version/query')) return respond({ versions: [] })
    if (at.endsWith(id(8))) return respond({ workflow: buildWorkflow(draftHash) })
    if (at.endsWith('/workflow/query')) {
      const { name, description, group, updated_at: time, abilities } = buildWorkflow(draftHash)
      const item = {
        id: id(8),
        name,
        description,
        group,
        state: 'draft',
        latest_version: null,
        assistant_count: 0,
        updated_at: time,
        abilities,
      }
      return respond({ workflows: [item] })
    }
    return respond({ models: [] })
  })
  let isClosed = false
  const { user } = await renderWithApp(<StartDialog datasetId={id(70)} onClose={() => (isClosed = true)} />)
  await user.click(await screen.findByRole('combobox', { name: 'Workflow' }))
  await user.click(await screen.findByRole('option', { name: 'Textile chat' }))
  const version = await screen.findByRole('combobox', { name: 'Version' })
  await waitFor(() => expect(version).toHaveValue('Draft'))

  draftHash = 'second'
  await user.click(screen.getByRole('button', { name: 'Start' }))
  await waitFor(() => expect(version).toHaveAccessibleDescription(/^The draft has changed/))
  await user.click(screen.getByRole('button', { name: 'Start' }))
  await waitFor(() => expect(isClosed).toBe(true))
  expect(asked).toEqual(['first', 'second'])
})
