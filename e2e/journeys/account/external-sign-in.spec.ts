// External sign-in: at a member service, an OpenID provider and a directory, and their failures.
import { randomUUID } from 'node:crypto'
import { followLogin } from '@heddle/demo-identity/oidc-provider'
import type { Page } from '@playwright/test'
import { fillIn } from '../../support/pages/chat.ts'
import { computeCode } from '../../support/controls/authenticator.ts'
import { expect, expectAccessible, screenshot, test } from '../../support/fixtures.ts'
import { findDialog, findSection, press } from '../../support/controls/forms.ts'
import { directoryPassword, type External, labels, startExternal } from '../../support/product/identity.ts'
import { type Texts, createTexts } from '../../support/texts.ts'

// Serial, because the tests share the servers and make them fail.
test.describe.configure({ mode: 'default' })

const t = createTexts('en')
const language = 'en'
const password = 'shuttle and weft'

let external: External

test.beforeAll(async ({ product, people, db }) => {
  external = await startExternal(product, people, db)
})
test.afterAll(() => external?.stop())
test.beforeEach(() => {
  external.member.state.mode = 'well'
  external.campus.state.mode = 'well'
})

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

test('the sign-in offers the methods of the institute in the user’s language, and the secret address the account form', async ({
  visit,
}) => {
  for (const shown of ['th', 'en'] as const) {
    const words = createTexts(shown)
    const page = await visit({ language: shown, origin: external.origin })
    await page.goto('/login')
    await expect(page.getByRole('textbox', { name: words('auth.email'), exact: true })).toBeVisible()
    for (const label of Object.values(labels)) {
      const name = shown === 'en' ? label.default : label[shown]
      await expect(page.getByRole('button', { name: words('auth.continueWith', { name }), exact: true })).toBeVisible()
    }
    await page.goto('/secretlogin')
    await expect(page.getByRole('textbox', { name: words('auth.account'), exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: words('auth.continueWith', { name: '' }) })).toHaveCount(0)
  }
})

test('another institute does not offer them', async ({ visit }) => {
  const page = await visit({ language, origin: external.origin.replace(/\/\/[^:]+/, '//127.0.0.1') })
  await page.goto('/login')
  await expect(page.getByRole('textbox', { name: t('auth.email'), exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: t('auth.continueWith', { name: labels.member.default }) })).toHaveCount(0)
})

test('a member signs in, and has a changed name at the next sign-in', async ({ visit, db }) => {
  const first = createName('Mina')
  const id = addMember(first)
  const page = await visit({ language, origin: external.origin })
  await page.goto('/login')
  await press(page, t('auth.continueWith', { name: labels.member.default }))
  await fillIn(page, t, 'memberId', id, password)
  await expectIn(page, t, first)
  const user = await db.user.findFirstOrThrow({ where: { identities: { some: { provider: 'member', subject: `subject of ${id}` } } } })
  expect(user).toMatchObject({ tenantId: external.tenantId, role: 'U', name: { default: first }, passwordHash: null })
  expect(user.email).toBe(`${id}@member.test`)

  const next = createName('Mina')
  external.member.members[id] = { password, subject: `subject of ${id}`, name: next, email: `new-${id}@member.test` }
  const again = await visit({ language, origin: external.origin })
  await again.goto('/login/sso/member')
  await fillIn(again, t, 'memberId', id, password)
  await expectIn(again, t, next)
  expect(await db.user.findMany({ where: { identities: { some: { subject: `subject of ${id}` } } } })).toMatchObject([
    { id: user.id, name: { default: next }, email: `new-${id}@member.test` },
  ])
  await again.goto('/settings/me')
  await expect(again.getByText(t('settings.external.password', { provider: labels.member.default }))).toBeVisible()
})

test('the address of the provider redirects there, returns to the requested page, and signs out', async ({ visit, db }) => {
  const first = createName('Olga')
  const sub = addStudent(first)
  const page = await visit({ language, origin: external.origin })
  await page.goto('/login/sso/campus?next=%2Fassistant')
  await expect(page).toHaveURL(`${external.origin}/assistant`)
  await expect(page.getByRole('button', { name: t('shell.account.label', { name: first }) })).toBeVisible()
  const of = { identities: { some: { provider: 'campus', subject: sub } } }
  expect(await db.user.findMany({ where: of })).toMatchObject([{ name: { default: first }, role: 'U', email: `${sub}@campus.test` }])

  await test.step('who goes out is not brought straight back', async () => {
    await page.goto('/logout')
    await page.waitForURL('**/login')
    await page.goto('/login/sso/campus')
    await expect(page.getByText(t('auth.held'))).toBeVisible()
    const next = createName('Olga')
    addStudent(next, sub)
    await press(page, t('auth.continueWith', { name: labels.campus.default }))
    await expectIn(page, t, next)
    expect(await db.user.findMany({ where: of })).toMatchObject([{ name: { default: next } }])
  })
})

test('a second factor is asked for after the provider, and then the requested page is opened', async ({ visit }) => {
  addStudent(createName('Olga'))
  const page = await visit({ language, origin: external.origin })
  await page.goto('/login/sso/campus?next=%2Fsettings%2Fme')
  const section = findSection(page, t('factor.section.title'))
  await press(section, t('factor.authenticator.add'))
  const dialog = findDialog(page, t('factor.authenticator.add'))
  const secret = await dialog.locator('code').innerText()
  await dialog.getByRole('textbox', { name: t('factor.authenticator.code') }).fill(computeCode(secret))
  await press(dialog, t('factor.authenticator.confirm'))
  await press(findDialog(page, t('factor.recovery.title')), t('factor.recovery.kept'))
  await expect(section.getByText(t('factor.recovery.remaining', { count: 10 }))).toBeVisible()

  await page.goto('/logout')
  await page.waitForURL('**/login')
  await page.goto('/login?next=%2Fassistant')
  await press(page, t('auth.continueWith', { name: labels.campus.default }))
  await expect(page.getByRole('heading', { level: 2, name: t('factor.step.title') })).toBeVisible()
  await expectAccessible(page)
  await screenshot(page, 'factor-step-after-provider')
  await page.getByRole('textbox', { name: t('factor.step.code') }).fill(computeCode(secret, 1))
  await press(page, t('factor.step.continue'))
  await expect(page).toHaveURL(`${external.origin}/assistant`)
  await expect(page.getByRole('heading', { level: 1, name: t('assistant.title') })).toBeVisible()
})

test('a user of the directory signs in, with the groups of the directory', async ({ visit, db }) => {
  const page = await visit({ language, origin: external.origin })
  for (const attempt of ['first', 'second']) {
    await test.step(attempt, async () => {
      await page.goto('/login/sso/directory')
      await fillIn(page, t, 'memberId', external.uid, directoryPassword)
      await expectIn(page, t, 'Lin Weaver')
      await page.goto('/logout')
      await page.waitForURL('**/login')
    })
  }
  const found = await db.user.findMany({
    where: { identities: { some: { provider: 'directory' } }, tenantId: external.tenantId },
    include: { memberships: true },
  })
  expect(found).toMatchObject([
    { email: `${external.uid}@example.org`, memberships: [{ groupId: external.groupId, provider: 'directory' }] },
  ])
})

for (const [key, id] of [
  ['member', () => addMember('Unknown')],
  ['directory', () => external.uid],
] as const) {
  test(`a wrong password is refused by ${key}`, async ({ visit, db, problems }) => {
    problems.expect(/401/)
    const before = await db.user.count({ where: { tenantId: external.tenantId } })
    const page = await visit({ language, origin: external.origin })
    await page.goto(`/login/sso/${key}`)
    await fillIn(page, t, 'memberId', id(), 'not the password')
    await expect(page.getByRole('alert')).toContainText(t('errors.reason.wrong_member_id'))
    await expect(page.getByLabel(t('auth.password'), { exact: true })).toBeFocused()
    expect(await db.user.count({ where: { tenantId: external.tenantId } })).toBe(before)
  })
}

const unavailable = t('errors.code.AUTH_EXTERNAL_LOGIN_UNAVAILABLE')

/** Runs an action that calls a failing server, and expects its error. */
async function expectUnavailable(page: Page, act: () => Promise<unknown>) {
  const [answer] = await Promise.all([page.waitForResponse((response) => response.status() === 503), act()])
  expect(await answer.json()).toMatchObject({ detail: { code: 'AUTH_EXTERNAL_LOGIN_UNAVAILABLE' } })
  await expect(page.getByRole('alert').last()).toContainText(unavailable)
}

test('a failing member service is reported, and works again afterwards', async ({ visit, problems }) => {
  problems.expect(/503/)
  const name = createName('Mina')
  const id = addMember(name)
  const page = await visit({ language, origin: external.origin })
  await page.goto('/login/sso/member')
  external.member.state.mode = 'down'
  await expectUnavailable(page, () => fillIn(page, t, 'memberId', id, password))
  external.member.state.mode = 'well'
  await press(page, t('auth.signIn'))
  await expectIn(page, t, name)
})

test('a failing provider is reported, and works again afterwards', async ({ visit, problems }) => {
  problems.expect(/503/)
  const name = createName('Olga')
  addStudent(name)
  const page = await visit({ language, origin: external.origin })
  external.campus.state.mode = 'down'
  await expectUnavailable(page, () => page.goto('/login/sso/annex'))
  external.campus.state.mode = 'error'
  await expectUnavailable(page, () => press(page, t('auth.tryAgain')))
  await expect(page.getByRole('link', { name: t('auth.otherWays') })).toBeVisible()
  external.campus.state.mode = 'well'
  await press(page, t('auth.tryAgain'))
  await expectIn(page, t, name)
})

test('a failing directory is reported', async ({ visit, problems }) => {
  problems.expect(/503/)
  const page = await visit({ language, origin: external.origin })
  await page.goto('/login/sso/archive')
  for (const mode of ['down', 'html'] as const) {
    await test.step(mode, async () => {
      external.archive.state.mode = mode
      await expectUnavailable(page, () => fillIn(page, t, 'memberId', external.uid, directoryPassword))
    })
  }
})

/** Starts a sign-in in a browser, and completes it at the provider elsewhere; returns the callback URL. */
async function beginAtProvider(page: Page, next?: string): Promise<URL> {
  const { issuer } = external.campus
  // The browser stays where it is.
  await page.route(`${issuer}/auth?*`, (route) => route.fulfill({ status: 204 }))
  const asked = page.waitForRequest((request) => request.url().startsWith(`${issuer}/auth?`))
  await page.goto(`/login/sso/campus${next === undefined ? '' : `?next=${encodeURIComponent(next)}`}`)
  return followLogin((await asked).url(), issuer)
}

const refused = t('errors.code.AUTH_EXTERNAL_LOGIN_REFUSED')

test('a sign-in that was denied at the provider is reported, and a retry opens the requested page', async ({ visit, problems }) => {
  problems.expect(/40[013]/)
  const name = createName('Olga')
  addStudent(name)
  external.campus.state.mode = 'denied'
  const page = await visit({ language, origin: external.origin })
  await page.goto('/login/sso/campus?next=%2Fassistant')
  await expect(page.getByRole('alert')).toContainText(refused)
  external.campus.state.mode = 'well'
  await press(page, t('auth.tryAgain'))
  await expect(page).toHaveURL(`${external.origin}/assistant`)
  await expect(page.getByRole('button', { name: t('shell.account.label', { name }) })).toBeVisible()
})

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

test('the Back button leads from the application to no sign-in', async ({ visit }) => {
  addStudent(createName('Olga'))
  const page = await visit({ language, origin: external.origin })
  await page.goto('/assistant')
  await press(page, t('auth.continueWith', { name: labels.campus.default }))
  const title = page.getByRole('heading', { level: 1, name: t('assistant.title') })
  await expect(title).toBeVisible()
  // The sign-in page, which the provider's own pages came after.
  await page.goBack()
  await expect(page).toHaveURL(`${external.origin}/assistant`)
  await expect(title).toBeVisible()
})

test('a provider that is down before its discovery is reported', async ({ visit, problems }) => {
  problems.expect(/503/)
  addStudent(createName('Olga'))
  const page = await visit({ language, origin: external.origin })
  const callback = await beginAtProvider(page)
  external.campus.state.mode = 'down'
  await page.goto(callback.href)
  await expect(page.getByRole('alert')).toContainText(unavailable)
})

test('a callback URL that was changed, or is from another browser, is rejected', async ({ visit, db, problems }) => {
  problems.expect(/40[013]/)
  const sub = addStudent(createName('Mallory'))
  const page = await visit({ language, origin: external.origin })
  const callback = await beginAtProvider(page)

  const other = await visit({ language, origin: external.origin })
  await other.goto(callback.href)
  await expect(other.getByRole('alert')).toContainText(refused)

  callback.searchParams.set('state', 'of-another-client')
  await page.goto(callback.href)
  await expect(page.getByRole('alert')).toContainText(refused)
  expect(await db.externalIdentity.count({ where: { subject: sub } })).toBe(0)
})

test('a callback URL works once, and is removed from the address bar', async ({ visit, db, problems }) => {
  problems.expect(/40[013]/)
  const name = createName('Olga')
  const sub = addStudent(name)
  const page = await visit({ language, origin: external.origin })
  const callback = await beginAtProvider(page)
  await page.goto(callback.href)
  await expectIn(page, t, name)
  await page.reload()
  await expectIn(page, t, name)
  const countSessions = () => db.session.count({ where: { user: { identities: { some: { subject: sub } } } } })
  await page.goto(callback.href)
  await expectIn(page, t, name)
  await expect(page).toHaveURL(`${external.origin}/`)
  await page.goto('/logout')
  await page.waitForURL('**/login')
  await page.goto(callback.href)
  await expect(page.getByRole('alert')).toContainText(refused)
  await expect(page).toHaveURL(`${external.origin}/login/sso/campus`)
  expect(await countSessions()).toBe(1)
})
