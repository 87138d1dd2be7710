import type { ManagedModel } from '@heddle/contracts/model/model'
import type { ModelEndpoint, UpstreamModel } from '@heddle/contracts/model/model-endpoint'
import type { ErrorCode } from '@heddle/contracts/errors'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, refuse, respond, serve } from '#testing/serve.ts'
import { buildManagedModel, id } from '#testing/wire.ts'
import { ModelsPage } from './ModelsPage.tsx'

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

const at = '2026-11-20T08:30:00.000Z'

const lab: ModelEndpoint = {
  id: id(41),
  name: 'Laboratory',
  base_url: 'http://gpu:8000/v1',
  kind: 'auto',
  purposes: ['chat'],
  has_key: false,
  key_hint: null,
  timeouts: { first_token: 60, between_tokens: 60, total: 600 },
  max_concurrent: 16,
  is_from_environment: false,
  health: { state: 'untried', paused_until: null },
  enabled: true,
  revision: 0,
  created_at: at,
  updated_at: at,
  abilities: { edit: true, delete: true },
}

const buildModel = (index: number, name: string) =>
  buildManagedModel({ id: id(index), endpoint_id: lab.id, name, upstream_name: name, context_tokens: 16_384, revision: 0 })

const served = (name: string): UpstreamModel => ({
  upstream_name: name,
  kind: 'chat',
  context_tokens: null,
  images: 'unknown',
  reasoning: 'unknown',
  is_offered: false,
})

type Given = {
  endpoints?: readonly ModelEndpoint[]
  /** What the server lists, or the code of why it does not. */
  upstream: readonly UpstreamModel[] | ErrorCode
  /** The error of the test of each model, in the order in which they are added. */
  tests?: readonly (ErrorCode | null)[]
}

async function open({ endpoints = [], upstream, tests = [] }: Given) {
  const added: ManagedModel[] = []
  const requests = serve(async (request) => {
    const path = getPath(request).replace('/api/v1/model', '')
    if (path === '/endpoint/query') return respond({ endpoints })
    if (path === '/query') return respond({ models: added })
    if (path.endsWith('/upstream')) return typeof upstream === 'string' ? refuse(502, upstream) : respond({ models: upstream })
    if (path.startsWith('/endpoint')) return respond({ endpoint: { ...lab, has_key: true } })
    if (path === '') {
      const { model } = (await request.clone().json()) as { model: { name: string } }
      added.push(buildModel(50 + added.length, model.name))
      return respond({ model: added.at(-1) })
    }
    const index = added.findIndex((model) => path === `/${model.id}/test`)
    const code = tests[index] ?? null
    const error = code && { code, status: null, message: null }
    const last_test = { error, chat: null, embedding: null, elapsed_ms: 320, tested_at: at, tested_by: null }
    return respond({ model: { ...added[index], last_test } })
  })
  const { user } = await renderWithApp(<ModelsPage />)
  const fill = async (field: HTMLElement, text: string) => {
    await user.click(field)
    await user.paste(text)
  }
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const findDialog = (name: string) => screen.findByRole('dialog', { name })
  return { user, fill, press, findDialog, tested: () => requests.map(getPath).filter((path) => path.endsWith('/test')) }
}

async function connect(given: Given) {
  const page = await open(given)
  await page.press('Connect server')
  const dialog = within(await page.findDialog('Connect server'))
  await page.fill(dialog.getByRole('textbox', { name: /^Name/ }), 'Laboratory')
  await page.fill(dialog.getByRole('textbox', { name: /^Address/ }), lab.base_url)
  await page.user.click(dialog.getByRole('button', { name: 'Connect server' }))
  return { ...page, discovery: within(await page.findDialog('Find models: Laboratory')) }
}

describe('a server that is connected', () => {
  test.each([
    ['CHAT_AUTH_KEY_MISSING', 'The server rejected the key', /enter the right key/],
    ['MODEL_UNAVAILABLE', 'The server cannot be reached or returned an error', /Check the address and port/],
    ['MODEL_NOT_AN_API', 'There is no model API at this address', /usually ends in .v1/],
  ] as const)('is called at once, and %s is said with what to do', async (code, title, hint) => {
    const { discovery, user, findDialog } = await connect({ upstream: code })
    expect(await discovery.findByText(title)).toBeVisible()
    expect(discovery.getByText(hint)).toBeVisible()
    expect(discovery.getByText(/The server has been saved/)).toBeVisible()
    await user.click(discovery.getByRole('button', { name: 'Edit server: Laboratory' }))
    expect(await findDialog('Edit server: Laboratory')).toBeVisible()
  })

  test('says at once that it has no models', async () => {
    const { discovery } = await connect({ upstream: [] })
    expect(await discovery.findByText('The server reports no models.')).toBeVisible()
    expect(discovery.getByText(/Load a model on the server/)).toBeVisible()
  })

  test('is called again after another key was saved', async () => {
    const { press, findDialog, user, fill } = await open({ endpoints: [lab], upstream: 'CHAT_AUTH_KEY_MISSING' })
    await press('Edit: Laboratory')
    const form = within(await findDialog('Edit server: Laboratory'))
    await fill(form.getByLabelText('Key'), 'sk-wrong')
    await user.click(form.getByRole('button', { name: 'Save' }))
    const discovery = within(await findDialog('Find models: Laboratory'))
    expect(await discovery.findByText('The server rejected the key')).toBeVisible()
  })
})

describe('models that are added', () => {
  test('are tested at once, one after the other, and a failure is said with what to do', async () => {
    const { discovery, user, findDialog, tested } = await connect({
      upstream: [served('weaver'), served('dyer')],
      tests: ['MODEL_UNAVAILABLE', null],
    })
    await user.click(await discovery.findByRole('checkbox', { name: 'weaver' }))
    await user.click(discovery.getByRole('checkbox', { name: 'dyer' }))
    await user.click(discovery.getByRole('button', { name: 'Add 2 models' }))
    const results = within(await findDialog('First test'))
    expect(await results.findByText('Answered in 0.32 s')).toBeVisible()
    const [weaver, dyer] = results.getAllByRole('listitem')
    expect(weaver).toHaveTextContent(/^weaver.*cannot be reached.*Check the address and port/)
    expect(dyer).toHaveTextContent('dyerAnswered in 0.32 s')
    expect(tested()).toEqual([`/api/v1/model/${id(50)}/test`, `/api/v1/model/${id(51)}/test`])
  })

  test('are tested when one is added by its name', async () => {
    const { press, findDialog, user, fill, tested } = await open({ endpoints: [lab], upstream: [] })
    await press('Add model: Laboratory')
    const form = within(await findDialog('Add model: Laboratory'))
    await fill(form.getByRole('textbox', { name: /^Name on the server/ }), 'weaver')
    await fill(form.getByRole('textbox', { name: 'Name' }), 'Weaver')
    await user.click(form.getByRole('button', { name: 'Add model' }))
    const results = within(await findDialog('First test'))
    expect(await results.findByText('Answered in 0.32 s')).toBeVisible()
    expect(tested()).toHaveLength(1)
  })
})

test.each([
  ['untried', 'Not tried yet'],
  ['unreachable', 'Unreachable at the last call'],
  ['key_refused', 'The server rejected the key'],
] as const)('a server that is %s says so', async (state, title) => {
  await open({ endpoints: [{ ...lab, health: { state, paused_until: null } }], upstream: [] })
  expect(await screen.findByText(title)).toBeVisible()
})
