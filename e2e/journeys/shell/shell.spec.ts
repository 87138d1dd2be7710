// The shell of every page: language, theme, and the connection to the service.
import { languageNames, languages, languageTags } from '@heddle/contracts/languages'
import { echo } from '@heddle/contracts/system'
import { expect, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')

test('an administrator chooses the theme, and it stays', async ({ visit, people }) => {
  const page = await visit({ as: await people.get('admin'), language: 'en' })
  await page.goto('/')
  await page.getByRole('button', { name: t('shell.theme.label') }).click()
  await page.getByRole('menuitemradio', { name: t('shell.theme.dark') }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('button', { name: t('shell.theme.label') }).click()
  await page.getByRole('menuitemradio', { name: t('shell.theme.light') }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
})

for (const [role, isAdministrator] of [
  ['super', true],
  ['admin', true],
  ['owner', false],
  ['member', false],
] as const) {
  test(`the account menu says who ${role} is, and the theme toggle is ${isAdministrator ? 'there' : 'not there'}`, async ({
    visit,
    people,
    db,
  }) => {
    const page = await visit({ as: await people.get(role), language: 'en' })
    const user = await db.user.findUniqueOrThrow({ where: { accountKey: role } })
    await page.goto('/')
    const account = page.getByRole('button', { name: t('shell.account.label', { name: (user.name as { en: string }).en }) })
    await account.click()
    const menu = page.getByRole('menu')
    await expect(menu).toContainText(user.email ?? 'an email')
    await expect(menu).toContainText(t(`shell.account.role.${user.role}`))
    await expect(page.getByRole('button', { name: t('shell.theme.label') })).toHaveCount(isAdministrator ? 1 : 0)
  })
}

test('the interface has all five languages, and keeps the chosen one', async ({ visit, people }) => {
  const page = await visit({ as: await people.get('member') })
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant')
  let current = createTexts('zhHant')
  for (const language of languages.toReversed()) {
    await page.getByRole('button', { name: new RegExp(`^${current('shell.language', { name: '' })}`) }).click()
    await page.getByRole('menuitemradio', { name: languageNames[language] }).click()
    current = createTexts(language)
    await expect(page.locator('html')).toHaveAttribute('lang', languageTags[language])
    await expect(page.getByRole('heading', { level: 1, name: current('home.welcome', { product: 'Heddle' }) })).toBeVisible()
    await expect(page.getByRole('link', { name: current('shell.menu.newChat'), exact: true })).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(current('home.title')))
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', languageTags[language])
    await expect(page.getByRole('heading', { level: 1, name: current('home.welcome', { product: 'Heddle' }) })).toBeVisible()
  }
})

test('the indicator shows when the service does not respond, and a click checks again', async ({ visit, people, ownApi, problems }) => {
  problems.expect(/503|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INTERNET_DISCONNECTED/)
  const api = await ownApi()
  const page = await visit({ as: await people.invite(), language: 'en', origin: api.origin })
  await page.goto('/')
  const indicator = page.getByRole('button', { name: t('shell.connection.retry') })
  await expect(page.getByRole('heading', { level: 1, name: t('home.welcome', { product: 'Heddle' }) })).toBeVisible()
  await expect(indicator).toHaveCount(0)

  await api.stop()
  // The application checks the connection when the network is lost.
  await page.context().setOffline(true)
  await expect(indicator).toBeVisible()
  await page.context().setOffline(false)
  await expect(indicator).toBeVisible()
  await indicator.hover()
  await expect(page.getByRole('tooltip', { name: t('shell.connection.disconnected') })).toBeVisible()

  // While the service is down: once it is back, the next check of the page itself may come before the click.
  const checked = page.waitForRequest((request) => request.url().endsWith(echo.url))
  await indicator.click()
  await checked
  await api.start()
  await expect(indicator).toHaveCount(0)
})

test('an unknown address shows a page inside the shell', async ({ visit, people }) => {
  const page = await visit({ as: await people.get('member'), language: 'en' })
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { level: 1, name: t('common.notFound.title') })).toBeVisible()
  await page.getByRole('link', { name: t('common.toHome') }).click()
  await expect(page).toHaveURL('/')
})
