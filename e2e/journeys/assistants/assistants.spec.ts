// The experts: the user's favorites in their order, and the others.
import { createAssistant, createFavorite } from '@heddle/db/factories/assistant'
import type { PrismaClient } from '@heddle/db/client'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, screenshot, test } from '../../support/fixtures.ts'
import { expectPickedUp } from '../../support/controls/hands.ts'
import type { Institute } from '../../support/people.ts'
import { type Texts, createTexts } from '../../support/texts.ts'

async function prepareFavorites(db: PrismaClient, institute: Institute, names: readonly string[]) {
  const person = await institute.join('U')
  for (const name of names) {
    const assistant = await createAssistant(db, { tenantId: institute.tenantId, isPublic: true, name: { default: name } })
    await createFavorite(db, { userId: person.id, assistantId: assistant.id })
  }
  return person
}

const findFavorites = (page: Page, t: Texts) =>
  page.getByRole('region', { name: t('assistant.favorites') }).getByRole('heading', { level: 3 })

const readSavedOrder = async (db: PrismaClient, userId: string) => {
  const rows = await db.favoriteAssistant.findMany({ where: { userId }, orderBy: { position: 'asc' }, include: { assistant: true } })
  return rows.map(({ assistant }) => (assistant.name as { default: string }).default)
}

const language = 'en'

test('favorites are ordered with the keyboard, and the order is kept', async ({ visit, people, db }) => {
  const t = createTexts(language)
  const person = await prepareFavorites(db, await people.createInstitute(), ['Cotton', 'Dyeing', 'Weaving'])
  const page = await visit({ as: person, language })
  await page.goto('/assistant')
  await expect(findFavorites(page, t)).toHaveText(['Cotton', 'Dyeing', 'Weaving'])

  const handle = page.getByRole('button', { name: t('assistant.order.handle', { name: 'Cotton' }), exact: true })
  await handle.focus()
  await page.keyboard.press('Space')
  await expectPickedUp({ page, t }, { name: 'Cotton', place: 1, count: 3 })
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText(t('common.order.over', { name: 'Cotton', place: 2, count: 3 }))).toBeAttached()
  await page.keyboard.press('Space')
  await expect.poll(() => readSavedOrder(db, person.id)).toEqual(['Dyeing', 'Cotton', 'Weaving'])
  await expectAccessible(page)
  await screenshot(page, `assistants-${language}`)
  await page.reload()
  await expect(findFavorites(page, t)).toHaveText(['Dyeing', 'Cotton', 'Weaving'])
})

test('favorites are ordered by dragging', async ({ visit, people, db }) => {
  const t = createTexts('en')
  const person = await prepareFavorites(db, await people.createInstitute(), ['Cotton', 'Dyeing', 'Weaving'])
  const page = await visit({ as: person, language: 'en' })
  await page.goto('/assistant')
  await expect(findFavorites(page, t)).toHaveText(['Cotton', 'Dyeing', 'Weaving'])
  const findHandleCenter = async (name: string) => {
    const box = await page.getByRole('button', { name: t('assistant.order.handle', { name }), exact: true }).boundingBox()
    if (!box) throw new Error(`There is no handle of ${name}.`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const [from, to] = [await findHandleCenter('Weaving'), await findHandleCenter('Cotton')]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x - 20, from.y, { steps: 4 })
  await page.mouse.move(to.x - 40, to.y, { steps: 16 })
  await expect(page.getByText(t('common.order.over', { name: 'Weaving', place: 1, count: 3 }))).toBeAttached()
  await page.mouse.up()
  await expect.poll(() => readSavedOrder(db, person.id)).toEqual(['Weaving', 'Cotton', 'Dyeing'])
  await expect(findFavorites(page, t)).toHaveText(['Weaving', 'Cotton', 'Dyeing'])
})

test('a user adds and removes a favorite, searches an expert, and starts a chat', async ({ visit, people, db }) => {
  const t = createTexts('en')
  const institute = await people.createInstitute()
  const person = await prepareFavorites(db, institute, ['Cotton'])
  await createAssistant(db, { tenantId: institute.tenantId, isPublic: true, name: { default: 'Silk', zhHant: '蠶絲' } })
  const page = await visit({ as: person, language: 'en' })
  await page.goto('/assistant')
  await page.getByRole('button', { name: t('assistant.favorite.add', { name: 'Silk' }), exact: true }).click()
  await expect(findFavorites(page, t)).toHaveText(['Cotton', 'Silk'])
  await page.getByRole('button', { name: t('assistant.favorite.remove', { name: 'Cotton' }), exact: true }).click()
  await expect(findFavorites(page, t)).toHaveText(['Silk'])
  expect(await readSavedOrder(db, person.id)).toEqual(['Silk'])

  await page.getByRole('searchbox', { name: t('assistant.search') }).fill('蠶絲')
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Silk'])
  await page.getByRole('link', { name: 'Silk', exact: true }).click()
  await expect(page).toHaveURL(/\/chat\?assistant=/)
  await expect(page.getByRole('heading', { level: 1, name: 'Silk' })).toBeVisible()
})
