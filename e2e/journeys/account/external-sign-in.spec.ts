// External sign-in: at a member service, an OpenID provider and a directory. (Their failures are in LoginPage.test.tsx and modules/auth/external.)
import { randomUUID } from 'node:crypto'
import { followLogin } from '@heddle/demo-identity/oidc-provider'
import type { Page } from '@playwright/test'
import { fillIn } from '../../support/pages/chat.ts'
import { computeCode } from '../../support/controls/authenticator.ts'
import { expect, expectAccessible, screenshot, test } from '../../support/fixtures.ts'
import { findDialog, findSection, press } from '../../support/controls/forms.ts'
import { openPath } from '../../support/controls/paths.ts'
import { directoryPassword, type External, labels, startExternal } from '../../support/product/identity.ts'
import { type Texts, createTexts } from '../../support/texts.ts'

// Serial, because the tests share the servers.
test.describe.configure({ mode: 'default' })

const t = createTexts('en')
const language = 'en'
const password = 'shuttle and weft'

let external: External

test.beforeAll(async ({ product, people, db }) => {
  external = await startExternal(product, people, db)
})
test.afterAll(() => external?.stop())

const createName = (name: string) => `${name} ${randomUUID().slice(0, 8)}`

/** A user whom the member service knows. */
function addMember(name: string) {
  const id = `m-${randomUUID().slice(0, 8)}`
  external.member.members[id] = { password, subject: `subject of ${id}`, name, email: `${id}@member.test` }
  return id
}

/** Sets the next user of the OpenID provider. */
function addStudent(name: string, sub = randomUUID()) {
  external.campus.state.person = { sub, name, email: `${sub}@campus.test` }
  return sub
}

async function expectIn(page: Page, words: Texts, name: string) {
  await expect(page.getByRole('heading', { level: 1, name: words('home.welcome', { product: 'Heddle' }) })).toBeVisible()
  await expect(page.getByRole('button', { name: words('shell.account.label', { name }) })).toBeVisible()
}

test('a member and a user of the directory sign in with their forms, the latter with the groups of the directory', async ({
  visit,
  db,
}) => {
  const name = createName('Mina')
  const id = addMember(name)
  const page = await visit({ language, origin: external.origin })
  await page.goto('/login')
  await press(page, t('auth.continueWith', { name: labels.member.default }))
  await fillIn(page, t, 'memberId', id, password)
  await expectIn(page, t, name)
  const user = await db.user.findFirstOrThrow({ where: { identities: { some: { provider: 'member', subject: `subject of ${id}` } } } })
  expect(user).toMatchObject({ tenantId: external.tenantId, role: 'U', name: { default: name }, passwordHash: null })
  expect(user.email).toBe(`${id}@member.test`)

  await openPath(page, '/logout')
  await page.waitForURL('**/login')
  await page.goto('/login/sso/directory')
  await fillIn(page, t, 'memberId', external.uid, directoryPassword)
  await expectIn(page, t, 'Lin Weaver')
  const found = await db.user.findMany({
    where: { identities: { some: { provider: 'directory' } }, tenantId: external.tenantId },
    include: { memberships: true },
  })
  expect(found).toMatchObject([
    { email: `${external.uid}@example.org`, memberships: [{ groupId: external.groupId, provider: 'directory' }] },
  ])
})

test('a sign-in at the provider returns to the requested page, is not repeated after signing out, and asks for a second factor', async ({
  visit,
  db,
}) => {
  const first = createName('Olga')
  const sub = addStudent(first)
  const of = { identities: { some: { provider: 'campus', subject: sub } } }
  const page = await visit({ language, origin: external.origin })
  await page.goto('/assistant')
  await press(page, t('auth.continueWith', { name: labels.campus.default }))
  const title = page.getByRole('heading', { level: 1, name: t('assistant.title') })
  await expect(title).toBeVisible()
  await expect(page).toHaveURL(`${external.origin}/assistant`)
  expect(await db.user.findMany({ where: of })).toMatchObject([{ name: { default: first }, role: 'U', email: `${sub}@campus.test` }])

  await test.step('the Back button leads from the application to no sign-in', async () => {
    // The sign-in page, which the provider's own pages came after.
    await page.goBack()
    await expect(page).toHaveURL(`${external.origin}/assistant`)
    await expect(title).toBeVisible()
  })

  await test.step('who goes out is not brought straight back', async () => {
    await openPath(page, '/logout')
    await page.waitForURL('**/login')
    await page.goto('/login/sso/campus')
    await expect(page.getByText(t('auth.held'))).toBeVisible()
    const next = createName('Olga')
    addStudent(next, sub)
    await press(page, t('auth.continueWith', { name: labels.campus.default }))
    await expectIn(page, t, next)
    expect(await db.user.findMany({ where: of })).toMatchObject([{ name: { default: next } }])
  })

  await test.step('a second factor is asked for after the provider, and then the requested page is opened', async () => {
    await openPath(page, '/settings/me')
    const section = findSection(page, t('factor.section.title'))
    await press(section, t('factor.authenticator.add'))
    const dialog = findDialog(page, t('factor.authenticator.add'))
    const secret = await dialog.locator('code').innerText()
    await dialog.getByRole('textbox', { name: t('factor.authenticator.code') }).fill(computeCode(secret))
    await press(dialog, t('factor.authenticator.confirm'))
    await press(findDialog(page, t('factor.recovery.title')), t('factor.recovery.kept'))
    await expect(section.getByText(t('factor.recovery.remaining', { count: 10 }))).toBeVisible()

    await openPath(page, '/logout')
    await page.waitForURL('**/login')
    await page.goto('/login?next=%2Fassistant')
    await press(page, t('auth.continueWith', { name: labels.campus.default }))
    await expect(page.getByRole('heading', { level: 2, name: t('factor.step.title') })).toBeVisible()
    await expectAccessible(page)
    await screenshot(page, 'factor-step-after-provider')
    await page.getByRole('textbox', { name: t('factor.step.code') }).fill(computeCode(secret, 1))
    await press(page, t('factor.step.continue'))
    await expect(page).toHaveURL(`${external.origin}/assistant`)
    await expect(title).toBeVisible()
  })
})

/** Starts a sign-in in a browser, and completes it at the provider elsewhere; returns the callback URL. */
async function beginAtProvider(page: Page, next: string): Promise<URL> {
  const { issuer } = external.campus
  // The browser stays where it is.
  await page.route(`${issuer}/auth?*`, (route) => route.fulfill({ status: 204 }))
  const asked = page.waitForRequest((request) => request.url().startsWith(`${issuer}/auth?`))
  await page.goto(`/login/sso/campus?next=${encodeURIComponent(next)}`)
  return followLogin((await asked).url(), issuer)
}

test('two tabs that sign in at once open their pages, the second first', async ({ visit, db }) => {
  const sub = addStudent(createName('Olga'))
  const first = await visit({ language, origin: external.origin })
  const tabs = [first, await first.context().newPage()] as const
  const wanted = ['/assistant', '/chat/search'] as const
  const callbacks = [await beginAtProvider(tabs[0], wanted[0]), await beginAtProvider(tabs[1], wanted[1])] as const
  for (const tab of [1, 0] as const) {
    await tabs[tab].goto(callbacks[tab].href)
    await expect(tabs[tab]).toHaveURL(external.origin + wanted[tab])
  }
  for (const [tab, title] of [t('assistant.title'), t('history.page.title')].entries()) {
    await tabs[tab]?.reload()
    await expect(tabs[tab] as Page).toHaveURL(external.origin + wanted[tab])
    await expect((tabs[tab] as Page).getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  // The second tab needs no session of its own.
  expect(await db.session.count({ where: { user: { identities: { some: { subject: sub } } } } })).toBe(1)
})
