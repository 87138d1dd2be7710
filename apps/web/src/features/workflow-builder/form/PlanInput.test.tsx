import type { PublishedTable } from '@heddle/contracts/dataset/dataset'
import type { FixedPlan } from '@heddle/contracts/dataset/fixed-plan'
import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, refuse, respond, serve } from '#testing/serve.ts'
import { buildConfig, buildSession, id } from '#testing/wire.ts'
import { PlanInput } from './PlanInput.tsx'

const datasetId = id(70)

const table: PublishedTable = {
  version: 3,
  columns: [
    { id: 'c1', name: { default: 'Fibre' }, type: 'choice', choices: [{ value: 'cotton' }, { value: 'wool' }] },
    { id: 'c2', name: { default: 'Strength' }, type: 'number', unit: 'N' },
    { id: 'c3', name: { default: 'Yarn' }, type: 'text' },
  ],
  measures: [{ id: 'm1', name: { default: 'Spread' }, formula: 'cv(c2)' }],
  links: { c3: [{ id: 'c1', name: { default: 'Number' }, type: 'text', key: true }] },
}

async function render(first?: FixedPlan) {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  serve((request) => {
    const path = getPath(request)
    if (path === '/api/v1/auth/me') return respond(buildSession({ role: 'A' }))
    if (path === '/api/v1/config') return respond(buildConfig())
    return path === `/api/v1/knowledge/dataset/${datasetId}/published_table` ? respond({ table }) : refuse(404, 'NOT_FOUND')
  })
  const written: unknown[] = []
  function Form() {
    const [plan, setPlan] = useState<unknown>(first)
    return (
      <PlanInput
        label="Query plan"
        datasetId={datasetId}
        value={plan}
        path="config.plan"
        errors={{}}
        onChange={(next) => {
          written.push(next)
          setPlan(next)
        }}
      />
    )
  }
  const view = await renderWithApp(<Form />)
  await screen.findByRole('combobox', { name: 'Query plan' })
  const choose = async (part: Pick<typeof screen, 'getByRole'>, name: string, option: string) => {
    await view.user.click(part.getByRole('combobox', { name }))
    await view.user.click(await screen.findByRole('option', { name: option }))
  }
  const group = async (name: string) => within(await screen.findByRole('group', { name }))
  return { ...view, choose, group, last: () => written.at(-1) }
}

test('a fixed plan is written part by part, and a value can be one that the model reads', async () => {
  const { user, choose, group, last } = await render({ aggregates: [{ fn: 'count' }], where: [{ column: 'c1', op: 'eq', value: 'wool' }] })
  await choose(await group('Calculation 1'), 'Column', 'Strength [N]')
  const condition = await group('Condition 1')
  await choose(condition, 'Value from', 'The question; without it, no condition')
  expect(condition.queryByRole('combobox', { name: 'Value' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Add: Order' }))
  expect(last()).toEqual({
    aggregates: [{ fn: 'count', column: 'c2' }],
    where: [{ column: 'c1', op: 'eq', open: 'optional' }],
    order_by: [{ fn: 'count', column: 'c2' }],
  })
})

test('what does not fit the published columns is said at its field', async () => {
  const where = [
    { column: 'c9', op: 'eq' as const, value: 'x' },
    { column: 'c2', op: 'gt' as const, value: 1, unit: 'kN' },
    { column: 'c3.c1', op: 'eq' as const },
  ]
  const { group } = await render({ select: ['c1', 'm1'], where })
  expect((await group('Condition 1')).getByRole('combobox', { name: 'Column' })).toHaveAccessibleDescription(
    'Is not a column of the table.',
  )
  expect((await group('Condition 2')).getByRole('combobox', { name: 'Unit' })).toHaveValue('kN')
  const linked = await group('Condition 3')
  expect(linked.getByRole('combobox', { name: 'Column' })).toHaveValue('Number (Yarn)')
  expect(linked.getByRole('textbox', { name: 'Value' })).toHaveAccessibleDescription('The value does not fit the type of the column.')
})

test('a plan that the model writes again is none', async () => {
  const { choose, last } = await render({ select: ['c1'] })
  await choose(screen, 'Query plan', 'Written by the model')
  expect(last()).toBeUndefined()
})
