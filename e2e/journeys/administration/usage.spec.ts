// The usage of an institute as an administrator reads it: the numbers of the screens are those of the events.
import { createUsageEvent } from '@heddle/db/factories/usage'
import type { Page } from '@playwright/test'
import { download, splitLines } from '../../support/controls/csv.ts'
import { expect, expectAccessible, screenshot, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

const dayMs = 86_400_000
const t = createTexts('en')

type Sums = { requests: number; tokens: number; failures: number; cost: string }

const count = (value: number) => value.toLocaleString('en')

const findTile = (page: Page, name: string) => page.getByRole('main').locator('dl > div').filter({ hasText: name }).locator('dd').first()

test('an administrator reads who used what, with the numbers of the events', async ({ visit, people, db }) => {
  const { tenantId, join } = await people.createInstitute()
  const admin = await join('A')
  const users = [await join('U'), await join('U'), await join('U')]
  for (const [index, { id: userId }] of users.entries()) {
    for (const day of Array.from({ length: 5 + 3 * index }, (_, number) => number)) {
      const tokens = { inputTokens: 1_000 + 37 * day, outputTokens: 90 + 7 * index }
      await createUsageEvent(db, {
        tenantId,
        userId,
        createdAt: new Date(Date.now() - day * 2 * dayMs),
        outcome: day % 4 === index ? 'failed' : 'completed',
        flow: day % 5 === 4 ? 'title' : 'chat',
        ...tokens,
        calls: [{ ...tokens, currency: 'USD', cost: (0.25 + day).toFixed(2) }],
      })
    }
  }
  const sumEvents = async (userId: string | null) => {
    const [sums] = await db.$queryRaw<Sums[]>`
      SELECT count(*) FILTER (WHERE flow = 'chat')::int AS requests, sum(e.input_tokens + e.output_tokens)::int AS tokens,
        count(*) FILTER (WHERE outcome = 'failed')::int AS failures, sum(c.cost)::text AS cost
      FROM usage_event e JOIN usage_call c USING (run_id)
      WHERE e.tenant_id = ${tenantId}::uuid AND (${userId}::uuid IS NULL OR e.user_id = ${userId}::uuid)`
    return sums!
  }
  await expect.poll(() => db.usageStalePeriod.count({ where: { tenantId } }), { timeout: 30_000 }).toBe(0)

  const page = await visit({ as: admin, language: 'en' })
  const expectTiles = async ({ requests, tokens, failures, cost }: Sums) => {
    await expect(findTile(page, t('usage.tile.requests'))).toHaveText(count(requests))
    await expect(findTile(page, t('usage.tile.tokens'))).toHaveText(count(tokens))
    await expect(findTile(page, t('usage.tile.failures'))).toHaveText(count(failures))
    await expect(findTile(page, t('usage.tile.cost'))).toHaveText(`$${Number(cost).toFixed(2)}`)
  }
  await page.goto('/usage/summary')
  const all = await sumEvents(null)
  await expectTiles(all)

  // The chart in words, by the keyboard alone.
  const chart = page.getByRole('region', { name: t('usage.tile.tokens'), exact: true })
  await chart.getByRole('button', { name: t('usage.chart.asTable') }).press('Enter')
  const sumCells = async () => {
    const cells = await chart.getByRole('table').getByRole('cell').allTextContents()
    return cells.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0)
  }
  await expect.poll(sumCells).toBe(all.tokens)
  await expectAccessible(page)

  await page
    .getByRole('navigation', { name: t('usage.nav.label') })
    .getByRole('link', { name: t('usage.nav.users') })
    .click()
  const table = page.getByRole('table', { name: t('usage.users.title') })
  for (const { id, name } of users) {
    const { requests, tokens, failures, cost } = await sumEvents(id)
    const row = table.getByRole('row').filter({ has: page.getByRole('link', { name }) })
    await expect(row.getByRole('cell')).toHaveText([
      count(requests),
      count(tokens),
      `$${Number(cost).toFixed(2)}`,
      count(failures),
      '0',
      /^\d{4}-\d\d-\d\d$/,
    ])
  }
  await expectAccessible(page)
  await screenshot(page, 'usage-users')

  await page.getByRole('button', { name: t('usage.export.open') }).click()
  const csv = await download(page, () => page.getByRole('menuitem', { name: t('usage.export.event', { format: 'CSV' }) }).click())
  expect(splitLines(csv)).toHaveLength(1 + (await db.usageEvent.count({ where: { tenantId } })))

  const last = users.at(-1)!
  await table.getByRole('link', { name: last.name }).click()
  await expect(page).toHaveURL(new RegExp(`/usage/summary\\?range=30d&user=${last.id}$`))
  await expectTiles(await sumEvents(last.id))
})
