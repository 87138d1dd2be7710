// The application on a phone.
import { createChatShare } from '@heddle/db/factories/chat'
import { createUser } from '@heddle/db/factories/user'
import { languageNames } from '@heddle/contracts/languages'
import { createChatScreen, createDirective, fillChat, getExpertName, prepareChat } from '../../support/pages/chat.ts'
import { desk, expect, expectAccessible, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import { findRow } from '../../support/controls/forms.ts'
import { createTexts } from '../../support/texts.ts'
import { chooseFor, openUsers } from '../../support/pages/users.ts'

const t = createTexts('en')
const language = 'en'

test('the drawer opens over the dimmed page, and Back and navigation close it', async ({ visit, people, db }) => {
  const member = await people.invite()
  const { id, path } = await prepareChat(db, member, language, 'Yarn counts')
  const page = await visit({ as: member, language, viewport: phone })
  await page.goto('/')
  const drawer = page.getByRole('dialog', { name: t('shell.landmark.menu') })
  await expect(drawer).toBeHidden()
  await page.getByRole('button', { name: t('shell.drawer.open') }).click()
  await expect(drawer).toBeVisible()
  const topmost = () => page.evaluate<string>('document.elementFromPoint(380, 400).className')
  await expect.poll(topmost).toContain('Overlay')
  await screenshot(page, 'phone-drawer')
  await expectAccessible(page)
  await drawer.getByRole('button', { name: t('shell.drawer.close') }).click()
  await expect(drawer).toBeHidden()

  await page.getByRole('button', { name: t('shell.drawer.open') }).click()
  await page.goBack()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: t('shell.drawer.open') }).click()
  await drawer.locator(`a[href="/chat/${id}"]`).click()
  await expect(page).toHaveURL(path)
  await expect(drawer).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(drawer).toBeHidden()
})

test('a reply can be read at 400 % zoom, and with letters of twice the size the header and the choices keep their words', async ({
  visit,
  people,
  db,
}) => {
  const member = await people.invite()
  const { id, path } = await prepareChat(db, member, language, 'Yarn counts')
  await fillChat(db, id, ['Why?', 'Because the count is a length for a weight.\n\n'.repeat(20)])
  const page = await visit({ as: member, language, viewport: { width: 360, height: 200 } })
  await page.goto(path)
  const [header, log] = [page.getByRole('banner'), page.getByRole('log')]
  const chat = createChatScreen(page, t)
  await expect(header).toBeInViewport({ ratio: 1 })
  await log.evaluate((element) => element.scrollIntoView())
  await expect(header).not.toBeInViewport()
  await expect(log).toBeInViewport({ ratio: 1 })
  expect((await log.boundingBox())?.height).toBe(200)
  await screenshot(page, 'zoom-400')
  await chat.composer.scrollIntoViewIfNeeded()
  await expect(chat.composer).toBeInViewport({ ratio: 1 })
  await expect(chat.send).toBeInViewport({ ratio: 1 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  for (const viewport of [phone, desk]) {
    await page.setViewportSize(viewport)
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
    const words = [header.getByRole('heading', { name: 'Yarn counts' }), header.getByText(getExpertName(language))]
    for (const word of [...words, page.getByText(languageNames[language], { exact: true })]) {
      await expect(word).toBeInViewport({ ratio: 1 })
      expect(await word.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(1)
      expect((await word.boundingBox())?.width).toBeGreaterThan(60)
    }
    await expectNoSidewaysScroll(page)
    await screenshot(page, `letters-200-${viewport.width}`)
    await page.locator('[data-tour~=account]').click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
  }
})

test('the code of an error breaks where it is longer than its line', async ({ visit, problems }) => {
  problems.expect(/404/)
  const page = await visit({ language: 'zhHant', viewport: { ...phone, width: 320 } })
  await page.goto('/login/sso/nowhere')
  await expect(page.getByText('AUTH_EXTERNAL_LOGIN_NOT_FOUND')).toBeVisible()
  const card = await page.getByRole('main').boundingBox()
  expect((card?.x ?? 0) + (card?.width ?? 0)).toBeLessThanOrEqual(320)
})

test('a shared chat says so, its reply follows its question closely, and the composer stays in view', async ({ visit, people, db }) => {
  const member = await people.invite()
  const { id, path } = await prepareChat(db, member)
  await createChatShare(db, { chatId: id })
  const page = await visit({ as: member, language, viewport: phone })
  await page.goto(path)
  const chat = createChatScreen(page, t)
  await expect(chat.composer).toBeInViewport({ ratio: 1 })
  const question = `Show me json code for a weave. ${createDirective('tps=400,tokens=400')}`
  await chat.ask(question)
  await chat.expectDone()
  await expect(chat.composer).toBeInViewport({ ratio: 1 })
  await expectNoSidewaysScroll(page)

  async function measureGap() {
    const asked = await page.getByText(question, { exact: true }).last().boundingBox()
    const replied = await chat.reply.boundingBox()
    return (replied?.y ?? 0) - (asked?.y ?? 0) - (asked?.height ?? 0)
  }
  await expect.poll(measureGap).toBeLessThan(60)

  await page.setViewportSize({ ...phone, width: 320 })
  await expect(page.getByText(t('chat.header.shared'), { exact: true })).toBeInViewport({ ratio: 1 })
  await screenshot(page, 'phone-shared')
})

test('every section of the settings is reachable; users are cards, and can be sorted, selected and opened', async ({ visit, people }) => {
  const { tenantId, join } = await people.createInstitute()
  const admin = await join('A', { name: { default: 'Ada' } })
  const [first, last] = [await join('U', { name: { default: 'Bela' } }), await join('U', { name: { default: 'Zoe' } })]
  const page = await visit({ as: admin, language, viewport: phone })
  await page.goto('/settings')
  const sections = page.getByRole('navigation', { name: t('settings.nav.label') })
  for (const [name, path] of [
    ['groups', '/settings/group'],
    ['users', '/settings/user'],
    ['tenant', `/settings/tenant/${tenantId}`],
    ['audit', '/settings/audit'],
    ['me', '/settings/me'],
  ] as const) {
    const link = sections.getByRole('link', { name: t(`settings.nav.${name}`), exact: true })
    await link.click()
    await expect(page).toHaveURL(path)
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(link).toBeInViewport({ ratio: 1 })
    await expectNoSidewaysScroll(page)
  }

  const table = await openUsers(page, t)
  await expect(table.getByRole('rowheader')).toHaveText(['Ada', 'Bela', 'Zoe'])
  for (const { name, email } of [first, last]) await expect(findRow(page, t('user.title'), name)).toContainText(email)
  await expectNoSidewaysScroll(page)
  await page
    .getByRole('combobox', { name: t('table.sortBy') })
    .selectOption({ label: t('table.descending', { column: t('user.field.name') }) })
  await expect(table.getByRole('rowheader')).toHaveText(['Zoe', 'Bela', 'Ada'])

  await page.getByRole('checkbox', { name: t('table.selectAll') }).check()
  const bar = page.getByRole('region', { name: t('table.bulk') })
  await expect(bar.getByText(t('table.selected', { count: 2 }))).toBeInViewport()
  await expectNoSidewaysScroll(page)
  await chooseFor(page, t, 'Zoe', t('user.menu.open'))
  await expect(page).toHaveURL(`/settings/user/${last.id}`)
  await expectNoSidewaysScroll(page)
})

// Vietnamese has the longest labels for these.
test('the page buttons of a table show their full labels', async ({ visit, people, db }) => {
  const { tenantId, join } = await people.createInstitute()
  const admin = await join('A')
  await Promise.all(Array.from({ length: 25 }, () => createUser(db, { tenantId })))
  const words = createTexts('vi')
  const page = await visit({ as: admin, language: 'vi', viewport: phone })
  await openUsers(page, words)
  for (const key of ['table.previous', 'table.next']) {
    const label = page.getByRole('button', { name: words(key), exact: true }).getByText(words(key))
    await expect.poll(() => label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
  }
})
