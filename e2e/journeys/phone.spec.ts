// As good in the hand as on a desk.
import { chatScreen, demo, prepareChat } from '../support/chat.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, screenshot, test } from '../support/fixtures.ts'
import { showScreen, type ScreenName, screenNames } from '../support/screens.ts'
import { textsOf } from '../support/texts.ts'

const t = textsOf('en')
const language = 'en'

test('the drawer comes and goes, and going somewhere closes it', async ({ visit, people, db }) => {
  const member = await people.invite()
  const { id, path } = await prepareChat(db, member, language, 'Yarn counts')
  const page = await visit({ as: member, language, viewport: phone })
  await page.goto('/')
  const drawer = page.getByRole('dialog', { name: t('shell.landmark.menu') })
  await expect(drawer).toBeHidden()
  await page.getByRole('button', { name: t('shell.drawer.open') }).click()
  await expect(drawer).toBeVisible()
  await screenshot(page, 'phone-drawer')
  await expectAccessible(page)
  await drawer.getByRole('button', { name: t('shell.drawer.close') }).click()
  await expect(drawer).toBeHidden()

  await page.getByRole('button', { name: t('shell.drawer.open') }).click()
  await drawer.locator(`a[href="/chat/${id}"]`).click()
  await expect(page).toHaveURL(path)
  await expect(drawer).toBeHidden()
})

test('the composer is in view, also under a long reply', async ({ visit, people, db }) => {
  const member = await people.invite()
  const { path } = await prepareChat(db, member)
  const page = await visit({ as: member, language, viewport: phone })
  await page.goto(path)
  const chat = chatScreen(page, t)
  await expect(chat.composer).toBeInViewport({ ratio: 1 })
  await chat.ask(`Show me json code for a weave. ${demo('tps=400,tokens=400')}`)
  await chat.expectDone()
  await expect(chat.composer).toBeInViewport({ ratio: 1 })
  await expectNoSidewaysScroll(page)
})

for (const name of screenNames) {
  test(`nothing lies beside a window of 360 pixels: ${name satisfies ScreenName}`, async ({ visit, people, db, problems }) => {
    const { page } = await showScreen(name, { visit, people, db, problems, language: 'vi', viewport: { width: 360, height: 740 } })
    await expectNoSidewaysScroll(page)
  })
}
