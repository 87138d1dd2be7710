// A temporary chat: begun from the home page, in no list and in no storage of the browser, ended by its button, or kept.
import { createChatScreen, createDirective, readChatId } from '../../support/pages/chat.ts'
import { openPath } from '../../support/controls/paths.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

test('a temporary chat leaves nothing in the browser, ends with its button, and stays when it is kept', async ({
  visit,
  people,
  problems,
}) => {
  const t = createTexts('zhHant')
  const page = await visit({ as: await people.invite('member'), language: 'zhHant', viewport: phone })
  const chat = createChatScreen(page, t)
  const bar = page.getByRole('region', { name: t('temporary.name') })
  const toggle = page.getByRole('button', { name: t('temporary.name') })
  const readStorage = () => page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  const question = '麻布有多強韌？'
  const ask = () => chat.ask(`${question} ${createDirective('latency=0,tps=0,tokens=20')}`)

  await page.goto('/')
  await chat.composer.fill(question)
  await expect.poll(readStorage).toContain(question)
  await toggle.click()
  await expect(page.getByText(t('temporary.about'))).toBeVisible()
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await ask()
  const id = await readChatId(page)
  await chat.expectDone()
  await expect(bar).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^${t('chat.page.temporary')}`))
  await chat.composer.fill(`${question}還有呢？`)
  expect(await readStorage()).not.toContain(question)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await screenshot(page, 'temporary-phone-zhHant')

  await bar.getByRole('button', { name: t('temporary.end') }).click()
  await expect(page.getByText(t('temporary.ended'))).toBeVisible()
  problems.expect(/404/)
  await openPath(page, `/chat/${id}`)
  await expect(page.getByRole('heading', { name: t('chat.page.notFound') })).toBeVisible()

  await page.getByRole('link', { name: t('chat.limit.startNew') }).click()
  await toggle.click()
  await ask()
  await chat.expectDone()
  await bar.getByRole('button', { name: t('temporary.keep') }).click()
  await expect(bar).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: question })).toBeVisible()
})
