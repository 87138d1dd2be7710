// The limits of questions: in one conversation, and in an interval that administrators set.
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat } from '@heddle/db/factories/chat'
import { createUsageLimitRule } from '@heddle/db/factories/usage-limit'
import { createChatScreen, createDirective, prepareChat } from '../../support/pages/chat.ts'
import { expect, expectAccessible, screenshot, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

const language = 'th'

test('a conversation warns when few questions are left, and ends with the last', async ({ visit, people, db }) => {
  const t = createTexts(language)
  const member = await people.invite('member')
  const { id, path } = await prepareChat(db, member, language)
  await db.chat.update({ where: { id }, data: { requestCount: 48 } })
  const page = await visit({ as: member, language })
  const chat = createChatScreen(page, t)
  await page.goto(path)
  await chat.ask(`${createDirective('tokens=3')} one`)
  await chat.expectDone(1)
  await expect(page.getByText(t('chat.limit.few', { count: 1 }))).toBeVisible()
  await screenshot(page, `limit-warning-${language}`)

  await chat.ask(`${createDirective('tokens=3')} two`)
  await chat.expectDone(2)
  await expect(page.getByRole('status').getByText(t('chat.limit.reached'))).toBeVisible()
  await screenshot(page, `limit-reached-${language}`)

  await chat.ask('three')
  await expect(page.getByRole('alert').getByText(t('chat.limit.reached'))).toBeVisible()
  await expect(chat.replies).toHaveCount(2)
  await page
    .getByRole('main')
    .getByRole('link', { name: t('chat.limit.startNew'), exact: true })
    .click()
  await expect(page).toHaveURL(/\/chat\?assistant=/)
})

test('a usage limit warns, then blocks, and shows when it resets', async ({ visit, people, db }) => {
  const t = createTexts('en')
  const institute = await people.createInstitute()
  const { tenantId } = institute
  const member = await institute.join('U')
  const assistant = await createAssistant(db, { tenantId, isPublic: true })
  const { id } = await createChat(db, { ownerId: member.id, assistantId: assistant.id, responseLanguage: 'en' })
  await createUsageLimitRule(db, { tenantId, amount: 2, intervalSeconds: 31_622_400, warnPercent: 50 })
  const page = await visit({ as: member, language: 'en' })
  const chat = createChatScreen(page, t)
  await page.goto(`/chat/${id}`)
  await chat.ask(`${createDirective('tokens=3')} one`)
  await chat.expectDone(1)
  await expect(page.getByText(/1 of 2 requests used\. Resets at \d{4}-\d\d-\d\d \d\d:\d\d\./)).toBeVisible()
  await chat.ask(`${createDirective('tokens=3')} two`)
  await chat.expectDone(2)
  await expect(page.getByRole('status').getByText(t('chat.limit.usageReached'))).toBeVisible()
  await expectAccessible(page)
  await screenshot(page, 'usage-limit-reached')

  await chat.ask('three')
  await expect(page.getByRole('alert').getByText(t('chat.limit.usageReached'))).toBeVisible()
  expect(await db.message.count({ where: { chatId: id } })).toBe(4)
})
