// The screens of usage, of an institute that has used models for two weeks.
import { randomUUID } from 'node:crypto'
import type { PrismaClient } from '@heddle/db/client'
import { createUsageEvent } from '@heddle/db/factories/usage'
import { createUsageLimitRule } from '@heddle/db/factories/usage-limit'
import { expect, type Page } from '@playwright/test'
import { openPath } from '../controls/paths.ts'
import type { People, Person } from '../people.ts'
import type { Texts } from '../texts.ts'

const dayMs = 86_400_000
const price = { inputPrice: '9.5', cachedPrice: '2', outputPrice: '28', currency: 'TWD' }

/** Creates an institute with an administrator and their usage of the last two weeks, and resolves when the worker has summed it up. */
export async function prepareUsage(db: PrismaClient, people: People): Promise<{ person: Person; tenantId: string }> {
  const { tenantId, join } = await people.createInstitute()
  const person = await join('A')
  const start = Date.now() - 13 * dayMs
  for (const day of Array.from({ length: 14 }, (_, index) => index)) {
    const tokens = { inputTokens: 4_000 + 311 * day, cachedTokens: 1_200 + 50 * day, outputTokens: 900 + 37 * day, reasoningTokens: 200 }
    await createUsageEvent(db, {
      runId: randomUUID(),
      tenantId,
      userId: person.id,
      createdAt: new Date(start + day * dayMs),
      outcome: day % 9 === 4 ? 'failed' : day % 7 === 3 ? 'stopped' : 'completed',
      firstTokenMs: 300 + 17 * (day % 6),
      latencyMs: 2_400 + 210 * (day % 8),
      ...tokens,
      calls: [{ ...tokens, ...price, cost: (0.05 + day * 0.002).toFixed(4) }],
    })
  }
  await createUsageLimitRule(db, {
    tenantId,
    scope: 'tenant',
    metric: 'tokens',
    amount: 2_000_000,
    interval: 'month',
    intervalSeconds: null,
  })
  await createUsageLimitRule(db, { tenantId, amount: 200, interval: 'day', intervalSeconds: null })
  await expect.poll(() => db.usageStalePeriod.count({ where: { tenantId } }), { timeout: 30_000 }).toBe(0)
  return { person, tenantId }
}

type Scene = { readonly page: Page; readonly t: Texts; readonly tenantId: string; readonly person: Person }

const findChart = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

export const usageScreens = {
  'my usage': async ({ page, t }: Scene) => {
    await openPath(page, '/usage')
    await expect(findChart(page, t('usage.chart.failures')).getByRole('application')).toBeVisible()
  },
  'usage by user': async ({ page, t }: Scene) => {
    await openPath(page, '/usage/users')
    await expect(page.getByRole('table', { name: t('usage.users.title') }).getByRole('rowheader')).toHaveCount(1)
  },
  'limits of a user': async ({ page, t, person }: Scene) => {
    await openPath(page, `/usage/user/${person.id}/limit`)
    await expect(page.getByRole('table', { name: t('limit.user.own') }).getByRole('rowheader')).toHaveCount(2)
  },
  'usage of the institute': async ({ page, t }: Scene) => {
    await openPath(page, '/usage/summary')
    await expect(page.getByRole('table', { name: t('usage.breakdown.title') }).getByRole('rowheader')).toHaveCount(1)
  },
  'usage of a tenant': async ({ page, t, tenantId }: Scene) => {
    await openPath(page, `/usage/tenant/${tenantId}?by=model`)
    await expect(page.getByRole('table', { name: t('usage.breakdown.title') }).getByRole('rowheader')).toHaveText('weaver')
  },
  'a chart as its table': async ({ page, t }: Scene) => {
    await openPath(page, '/usage/me')
    const chart = findChart(page, t('usage.tile.tokens'))
    await chart.getByRole('button', { name: t('usage.chart.asTable') }).click()
    await expect(chart.getByRole('table')).toBeVisible()
  },
} as const
