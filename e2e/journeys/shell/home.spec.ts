// The home page: the first question is one step.
import { createAssistant, createFavorite } from '@heddle/db/factories/assistant'
import { createChatScreen } from '../../support/pages/chat.ts'
import { expect, expectAccessible, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')

test('a first question goes to the expert that the institute suggests', async ({ visit, people, db }) => {
  const { tenantId, join } = await people.createInstitute()
  const person = await join('U')
  const suggested = await createAssistant(db, { tenantId, isPublic: true, name: { default: 'Guide' } })
  const favorite = await createAssistant(db, { tenantId, isPublic: true, name: { default: 'Silk' } })
  await createFavorite(db, { userId: person.id, assistantId: favorite.id })
  await db.tenant.update({ where: { id: tenantId }, data: { defaultAssistantId: suggested.id } })
  const page = await visit({ as: person, language: 'en' })
  await page.goto('/')
  const start = page.getByRole('region', { name: t('home.firstQuestion') })
  await expect(start).toContainText('Guide')
  await expect(page.getByRole('region', { name: t('assistant.favorites') }).getByRole('heading', { level: 3 })).toHaveText(['Silk'])
  await expectAccessible(page)

  const screen = createChatScreen(page, t)
  await screen.ask('What is a heddle?')
  await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}$/)
  await screen.expectDone()
  expect(await db.chat.findMany({ where: { tenantId }, select: { assistantId: true } })).toEqual([{ assistantId: suggested.id }])
  await page.goBack()
  await expect(start).toBeVisible()
})
