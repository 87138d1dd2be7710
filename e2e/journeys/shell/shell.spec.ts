// The shell of every page: language, theme, what it loads, and the connection to the service.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { languageNames, languages, languageTags } from '@heddle/contracts/languages'
import { echo } from '@heddle/contracts/system/system'
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures.ts'
import type { Product } from '../../support/product/product.ts'
import { createChatScreen, prepareChat } from '../../support/pages/chat.ts'
import { prepareStudio } from '../../support/screens/workflow-screens.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')

test('everyone chooses the theme where the tenant lets them, and it stays, until the tenant does not let them any more', async ({
  visit,
  people,
  db,
}) => {
  const { tenantId, join: addTo } = await people.createInstitute()
  await db.tenant.update({ where: { id: tenantId }, data: { usersChooseTheme: true } })
  const page = await visit({ as: await addTo('U'), language: 'en' })
  await page.goto('/')
  await page.getByRole('button', { name: t('shell.theme.label') }).click()
  await page.getByRole('menuitemradio', { name: t('shell.theme.dark') }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('button', { name: t('shell.theme.label') }).click()
  await page.getByRole('menuitemradio', { name: t('shell.theme.light') }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.getByRole('button', { name: t('shell.theme.label') }).click()
  await page.getByRole('menuitemradio', { name: t('shell.theme.dark') }).click()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await db.tenant.update({ where: { id: tenantId }, data: { usersChooseTheme: false } })
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await expect(page.getByRole('button', { name: t('shell.theme.label') })).toHaveCount(0)
})

test('an unknown address shows a page inside the shell, whose interface has all five languages, and keeps the chosen one', async ({
  visit,
  people,
}) => {
  const page = await visit({ as: await people.get('member') })
  await page.goto('/no/such/page')
  const chinese = createTexts('zhHant')
  await expect(page.getByRole('heading', { level: 1, name: chinese('common.notFound.title') })).toBeVisible()
  await page.getByRole('link', { name: chinese('common.toHome') }).click()
  await expect(page).toHaveURL('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant')
  let current = chinese
  for (const language of languages.toReversed()) {
    await page.getByRole('button', { name: new RegExp(`^${current('shell.language', { name: '' })}`) }).click()
    await page.getByRole('menuitemradio', { name: languageNames[language] }).click()
    current = createTexts(language)
    await expect(page.locator('html')).toHaveAttribute('lang', languageTags[language])
    await expect(page.getByRole('heading', { level: 1, name: current('home.welcome', { product: 'Heddle' }) })).toBeVisible()
    await expect(page.getByRole('link', { name: current('shell.menu.newChat'), exact: true })).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(current('home.title')))
    // The first and the last one: neither may be kept because it is that of the browser.
    if (language !== languages[0] && language !== languages.at(-1)) continue
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

test('the page and its files come compressed to browsers that can read it', async ({ product }) => {
  const html = await (await fetch(product.origin)).text()
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file ?? '')
  expect(files.length).toBeGreaterThan(1)
  for (const file of ['/', ...files]) {
    for (const encoding of ['br', 'gzip']) {
      const { headers } = await fetch(product.origin + file, { headers: { 'accept-encoding': encoding } })
      expect([file, headers.get('content-encoding'), headers.get('vary')]).toEqual([file, encoding, 'accept-encoding'])
    }
  }
})

/** Expects a page to have loaded at most 40 scripts until it is idle, of fewer KiB in gzip than given. */
async function expectScripts(page: Page, path: string, { webDir }: Product, kib: number): Promise<void> {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all(scripts.map(async (script) => gzipSync(await readFile(join(webDir, script))).length))
  expect(scripts.length).toBeLessThanOrEqual(40)
  expect(sizes.reduce((sum, size) => sum + size, 0) / 1_024).toBeLessThan(kib)
}

for (const { name, as, path, kib } of [
  { name: 'sign-in', as: undefined, path: '/login', kib: 218 },
  { name: 'home', as: 'member', path: '/', kib: 306 },
  { name: 'chat', as: 'member', path: '/chat', kib: 309 },
  { name: 'users', as: 'admin', path: '/settings/user', kib: 378 },
] as const) {
  test(`the page ${name} loads at most 40 scripts and ${kib} KiB of them`, async ({ visit, people, product }) => {
    await expectScripts(await visit({ as: as && (await people.get(as)) }), path, product, kib)
  })
}

test('the builder loads at most 40 scripts and 427 KiB of them', async ({ visit, people, product, db }) => {
  const { person, workflowId } = await prepareStudio(db, people)
  await expectScripts(await visit({ as: person }), `/workflow/${workflowId}`, product, 427)
})

test('a tab whose files an update has removed reloads once, with its draft', async ({ visit, people, db, problems }) => {
  problems.expect(/404|dynamically imported module|error loading/i)
  const member = await people.invite()
  const page = await visit({ as: member, language: 'en' })
  const { path } = await prepareChat(db, member)
  const { composer } = createChatScreen(page, t)
  let loads = 0
  let isOldBuild = true
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) return
    loads += 1
    isOldBuild = loads === 1
  })
  await page.route(/\/assets\/(?:HistoryPage|AssistantsPage)-/, (route) =>
    isOldBuild ? route.fulfill({ status: 404, headers: { 'cache-control': 'no-store' } }) : route.continue(),
  )
  await page.goto(path)
  await composer.fill('A question that is not sent yet')
  await page.getByRole('link', { name: t('shell.menu.searchChats'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('history.page.title') })).toBeVisible()
  expect(loads).toBe(2)
  await page.goBack()
  await expect(composer).toHaveValue('A question that is not sent yet')

  await test.step('and a file that stays missing is reported', async () => {
    isOldBuild = true
    await page.getByRole('link', { name: t('shell.menu.assistants'), exact: true }).click()
    await expect(page.getByRole('alert')).toContainText(t('common.crash.title'))
    expect(loads).toBe(2)
  })
})
