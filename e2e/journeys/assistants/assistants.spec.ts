// The experts: the user's favorites in their order, and the others.
import { createAssistant, createFavorite } from '@heddle/db/factories/assistant'
import type { PrismaClient } from '@heddle/db/client'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, screenshot, test } from '../../support/fixtures.ts'
import { expectPickedUp } from '../../support/controls/hands.ts'
import type { Institute } from '../../support/people.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')

async function prepareFavorites(db: PrismaClient, institute: Institute, names: readonly string[]) {
  const person = await institute.join('U')
  for (const name of names) {
    const assistant = await createAssistant(db, { tenantId: institute.tenantId, isPublic: true, name: { default: name } })
    await createFavorite(db, { userId: person.id, assistantId: assistant.id })
  }
  return person
}

const findFavorites = (page: Page) => page.getByRole('region', { name: t('assistant.favorites') }).getByRole('heading', { level: 3 })

const readSavedOrder = async (db: PrismaClient, userId: string) => {
  const rows = await db.favoriteAssistant.findMany({ where: { userId }, orderBy: { position: 'asc' }, include: { assistant: true } })
  return rows.map(({ assistant }) => (assistant.name as { default: string }).default)
}

test('favorites are ordered with the keyboard and by dragging, one is added and one removed, and an expert is found', async ({
  visit,
  people,
  db,
}) => {
  const institute = await people.createInstitute()
  const person = await prepareFavorites(db, institute, ['Cotton', 'Dyeing', 'Weaving'])
  await createAssistant(db, { tenantId: institute.tenantId, isPublic: true, name: { default: 'Silk', zhHant: '蠶絲' } })
  const page = await visit({ as: person, language: 'en' })
  await page.goto('/assistant')
  await expect(findFavorites(page)).toHaveText(['Cotton', 'Dyeing', 'Weaving'])

  await test.step('with the keyboard', async () => {
    const handle = page.getByRole('button', { name: t('assistant.order.handle', { name: 'Cotton' }), exact: true })
    await handle.focus()
    await page.keyboard.press('Space')
    await expectPickedUp({ page, t }, { name: 'Cotton', place: 1, count: 3 })
    await page.keyboard.press('ArrowRight')
    await expect(page.getByText(t('common.order.over', { name: 'Cotton', place: 2, count: 3 }))).toBeAttached()
    await page.keyboard.press('Space')
    await expect.poll(() => readSavedOrder(db, person.id)).toEqual(['Dyeing', 'Cotton', 'Weaving'])
    await expectAccessible(page)
    await screenshot(page, 'assistants-en')
    await page.reload()
    await expect(findFavorites(page)).toHaveText(['Dyeing', 'Cotton', 'Weaving'])
  })

  await test.step('by dragging', async () => {
    const findHandleCenter = async (name: string) => {
      const box = await page.getByRole('button', { name: t('assistant.order.handle', { name }), exact: true }).boundingBox()
      if (!box) throw new Error(`There is no handle of ${name}.`)
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }
    const [from, to] = [await findHandleCenter('Weaving'), await findHandleCenter('Dyeing')]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x - 20, from.y, { steps: 4 })
    await page.mouse.move(to.x - 40, to.y, { steps: 16 })
    await expect(page.getByText(t('common.order.over', { name: 'Weaving', place: 1, count: 3 }))).toBeAttached()
    await page.mouse.up()
    await expect.poll(() => readSavedOrder(db, person.id)).toEqual(['Weaving', 'Dyeing', 'Cotton'])
    await expect(findFavorites(page)).toHaveText(['Weaving', 'Dyeing', 'Cotton'])
  })

  await test.step('one is added, and another removed', async () => {
    await page.getByRole('button', { name: t('assistant.favorite.add', { name: 'Silk' }), exact: true }).click()
    await expect(findFavorites(page)).toHaveText(['Weaving', 'Dyeing', 'Cotton', 'Silk'])
    await page.getByRole('button', { name: t('assistant.favorite.remove', { name: 'Cotton' }), exact: true }).click()
    await expect(findFavorites(page)).toHaveText(['Weaving', 'Dyeing', 'Silk'])
    expect(await readSavedOrder(db, person.id)).toEqual(['Weaving', 'Dyeing', 'Silk'])
  })

  await test.step('an expert is found by a word of another language, and a chat with it begins', async () => {
    await page.getByRole('searchbox', { name: t('assistant.search') }).fill('蠶絲')
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Silk'])
    await page.getByRole('link', { name: 'Silk', exact: true }).click()
    await expect(page).toHaveURL(/\/chat\?assistant=/)
    await expect(page.getByRole('heading', { level: 1, name: 'Silk' })).toBeVisible()
  })
})
