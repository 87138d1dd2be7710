// Personal instructions: written in the profile, sent with a question, shown beside its reply, and switched off for one chat.
import { createChatScreen, createDirective, prepareChat } from '../../support/pages/chat.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

test('what a person wishes goes along with a question, and its reply shows it', async ({ visit, people, db }) => {
  const t = createTexts('zhHant')
  const member = await people.invite('member')
  const { path } = await prepareChat(db, member, 'zhHant')
  const page = await visit({ as: member, language: 'zhHant', viewport: phone })
  await page.goto('/settings/me')
  await page.getByRole('textbox', { name: t('instruction.field.about') }).fill('我在織布廠工作。')
  await page
    .getByRole('region', { name: t('instruction.section.title') })
    .getByRole('button', { name: t('common.save') })
    .click()
  await expect(page.getByText(t('instruction.section.saved'))).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const chat = createChatScreen(page, t)
  const told = page.getByRole('dialog', { name: t('chat.action.told') })
  const openTold = () => chat.reply.getByRole('button', { name: t('chat.action.told'), exact: true }).click()
  await page.goto(path)
  await chat.ask(`羊毛為什麼會縮水？ ${createDirective('latency=0,tps=0,tokens=20')}`)
  await chat.expectDone()
  await openTold()
  await expect(told.getByText('我在織布廠工作。')).toBeVisible()
  await expectAccessible(page)
  await screenshot(page, 'told-phone-zhHant')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: t('chat.header.more'), exact: true }).click()
  const used = page.getByRole('menuitemcheckbox', { name: t('chat.header.useInstructions') })
  await expect(used).toBeChecked()
  await used.click()
  await expect(used).not.toBeChecked()
  await page.keyboard.press('Escape')
  await chat.ask(`棉呢？ ${createDirective('latency=0,tps=0,tokens=20')}`)
  await chat.expectDone(2)
  await openTold()
  await expect(told.getByRole('heading', { name: t('instruction.told.history') })).toBeVisible()
  await expect(told.getByText('我在織布廠工作。')).toBeHidden()
})
