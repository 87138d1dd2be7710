import type { ManagedModel } from '@heddle/contracts/model/model'
import { ModelFindings } from '@heddle/contracts/model/model-finding'
import { ModelTest } from '@heddle/contracts/model/model-test'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, respond, serve } from '#testing/serve.ts'
import { buildManagedModel } from '#testing/wire.ts'
import { EditModelDialog } from './EditModelDialog.tsx'
import { TestModelDialog } from './TestModelDialog.tsx'

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

const at = '2026-11-20T08:30:00.000Z'

async function openForm(model: ManagedModel) {
  const requests = serve((request) => (getPath(request).endsWith(model.id) ? respond({ model }) : respond({ models: [], endpoints: [] })))
  const { user } = await renderWithApp(<EditModelDialog model={model} models={[model]} onClose={() => undefined} />)
  async function save() {
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true))
    const saved = requests.find(({ method }) => method === 'PUT')
    return (await saved?.clone().json()) as object
  }
  return { user, save }
}

describe('the form of a model', () => {
  test('sends only what was changed, so that what a call fills in meanwhile stays', async () => {
    const { user, save } = await openForm(buildManagedModel())
    await user.click(screen.getByRole('checkbox', { name: 'temperature' }))
    expect(await save()).toEqual({ model: { refused_parameters: ['temperature'] }, revision: 3 })
  })

  test('shows what was found, when and from what, and takes it over', async () => {
    const findings = ModelFindings.parse({ context_tokens: { value: 8_192, found_at: at, source: 'reply' } })
    const { user, save } = await openForm(buildManagedModel({ findings }))
    expect(screen.getByText(/Found in a reply on .*2026.*: 8,192$/)).toBeInTheDocument()
    expect(screen.getByText('The smaller limit applies.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Use this value: Context length (tokens)' }))
    expect(screen.queryByRole('button', { name: /Use this value/ })).toBeNull()
    expect(await save()).toEqual({ model: { context_tokens: 8_192 }, revision: 3 })
  })

  test('offers nothing to take over where the setting is what was found', async () => {
    const found = { found_at: at, source: 'test' }
    const findings = ModelFindings.parse({
      reasoning_format: { value: 'begins_inside', ...found },
      refused_parameters: { value: ['temperature', 'max_tokens'], ...found },
    })
    await openForm(buildManagedModel({ findings, reasoning_format: 'begins_inside', refused_parameters: ['max_tokens', 'temperature'] }))
    expect(screen.getByText(/Found by a test on .*: From the start of the text to/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /Use this value/ })).toBeNull()
  })
})

describe('the result of a test', () => {
  const chat = {
    first_token_ms: 120,
    tokens_per_second: null,
    usage: 'stream',
    text: 'One, two, three',
    ended_by: 'length',
    reasoning: 'begins_inside',
    refused_parameters: ['temperature'],
    context_tokens: 8_192,
    max_output_tokens: null,
    server_calls: 3,
    images: null,
    json_schema: null,
  } as const
  const buildTest = (given: object) =>
    ModelTest.parse({ error: null, chat, embedding: null, elapsed_ms: 900, tested_at: at, tested_by: null, ...given })
  const readFact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling as HTMLElement

  test('says what was read and found, and what was filled in', async () => {
    const model = buildManagedModel({ last_test: buildTest({}), reasoning_format: 'begins_inside', refused_parameters: ['temperature'] })
    await renderWithApp(<TestModelDialog model={model} onClose={() => undefined} />)
    expect(readFact('Start of the reply')).toHaveTextContent('One, two, three')
    expect(readFact('How the reply ended')).toHaveTextContent('Cut off at the server’s limit')
    expect(readFact('Thought process')).toHaveTextContent('From the start of the text to </think>Filled in automatically')
    expect(readFact('Omitted parameters')).toHaveTextContent('temperatureFilled in automatically')
    expect(readFact('Context length (tokens)')).toHaveTextContent('8,192The value set by an administrator is kept: 32,768')
    expect(readFact('Server calls')).toHaveTextContent('3')
  })

  test('shows a reply of thoughts only as a failure, with what was found', async () => {
    const error = { code: 'MODEL_ONLY_THOUGHT', status: null, message: null }
    const model = buildManagedModel({ last_test: buildTest({ error, chat: { ...chat, text: null } }) })
    await renderWithApp(<TestModelDialog model={model} onClose={() => undefined} />)
    expect(within(screen.getByRole('alert')).getByText(/finished thinking/)).toBeInTheDocument()
    expect(readFact('Start of the reply')).toHaveTextContent('None')
    expect(readFact('Thought process')).toHaveTextContent('From the start')
  })
})
