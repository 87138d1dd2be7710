// Sessions: signing in and out, and the silent refresh in between.
import { fillIn } from '../../support/pages/chat.ts'
import { expect, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')
const language = 'en'
const welcome = t('home.welcome', { product: 'Heddle' })
const minutes = 60_000

test('a user signs in with the account, in a chosen language', async ({ visit, people, db }) => {
  const member = await people.invite()
  const { account } = await db.user.findUniqueOrThrow({ where: { id: member.id } })
  const page = await visit({ language: 'vi' })
  const vietnamese = createTexts('vi')
  await page.goto('/login')
  await page.getByRole('button', { name: vietnamese('auth.continueWith', { name: vietnamese('auth.own.account') }) }).click()
  await page.getByRole('combobox', { name: vietnamese('auth.language') }).selectOption({ label: 'English' })
  await fillIn(page, t, 'account', account ?? '', member.password)
  await expect(page.getByRole('heading', { level: 1, name: welcome })).toBeVisible()
})

test('the secret address has the account form, opens the requested page, and sign-in pages lead there from then on', async ({
  visit,
  people,
}) => {
  const member = await people.invite()
  const page = await visit({ language })
  await page.goto('/secretlogin?next=%2Fassistant')
  await fillIn(page, t, 'account', member.account ?? '', member.password)
  const title = page.getByRole('heading', { level: 1, name: t('assistant.title') })
  await expect(title).toBeVisible()
  await expect(page).toHaveURL('/assistant')
  for (const path of ['/login', '/login/sso/library', '/secretlogin']) {
    await page.goto(`${path}?next=%2Fassistant`)
    await expect(title).toBeVisible()
    await expect(page).toHaveURL('/assistant')
  }
  await page.goto('/login?next=%2F%2Felsewhere.example')
  await expect(page.getByRole('heading', { level: 1, name: welcome })).toBeVisible()
})

test('the address of an unknown external sign-in shows a message, and links to the others', async ({ visit }) => {
  const page = await visit({ language })
  await page.goto('/login/sso/library')
  await expect(page.getByRole('alert')).toContainText(t('errors.code.AUTH_EXTERNAL_LOGIN_NOT_FOUND'))
  await page.getByRole('link', { name: t('auth.otherWays') }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('textbox', { name: t('auth.email'), exact: true })).toBeVisible()
})

test('a wrong password is refused in words, with the code in the title', async ({ visit, people, problems }) => {
  const shown = 'zhHant'
  const words = createTexts(shown)
  problems.expect(/401/)
  const page = await visit({ language: shown })
  await page.goto('/login')
  await fillIn(page, words, 'email', (await people.invite()).email, 'not the password')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(words('errors.code.AUTH_LOGIN_FAILED'))
  await expect(alert).toContainText(words('errors.titleWithCode', { title: words('errors.title'), code: 'AUTH_LOGIN_FAILED', status: 401 }))
  await expect(page).toHaveURL('/login')
})

test('an empty field is not sent', async ({ visit }) => {
  const page = await visit({ language })
  await page.goto('/login')
  await page.getByRole('button', { name: t('auth.signIn'), exact: true }).click()
  await expect(page.getByText(t('auth.rule.required')).first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: t('auth.email'), exact: true })).toBeFocused()
})

test('an expired access token is replaced silently', async ({ visit, people, problems }) => {
  problems.expect(/401/)
  const member = await people.invite()
  const signIn = await people.signIn(member, 21 * minutes)
  const page = await visit({ signIn, language })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: welcome })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).not.toBe(signIn.accessToken)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('two tabs that refresh at the same time both stay signed in', async ({ visit, people, problems }) => {
  problems.expect(/401/)
  const first = await visit({ signIn: await people.signIn(await people.invite(), 21 * minutes), language })
  const second = await first.context().newPage()
  await Promise.all([first.goto('/'), second.goto('/assistant')])
  await expect(first.getByRole('heading', { level: 1, name: welcome })).toBeVisible()
  await expect(second.getByRole('heading', { level: 1, name: t('assistant.title') })).toBeVisible()
})

test('a revoked session redirects to the sign-in, and the sign-in back', async ({ visit, people, problems, db }) => {
  problems.expect(/401/)
  const member = await people.invite()
  const signIn = await people.signIn(member)
  const page = await visit({ signIn, language })
  await page.goto('/assistant')
  await expect(page.getByRole('heading', { level: 1, name: t('assistant.title') })).toBeVisible()

  await db.session.update({ where: { id: signIn.sessionId }, data: { revokedAt: new Date() } })
  // Not by a link: what the page before it reads in the background may redirect from there first.
  await page.goto('/chat/search')
  await expect(page).toHaveURL('/login?next=%2Fchat%2Fsearch')
  await fillIn(page, t, 'email', member.email, member.password)
  await expect(page).toHaveURL('/chat/search')
})

test('signing out in one tab signs out the other', async ({ visit, people, problems }) => {
  // What the other tab still asks for when it is signed out is refused.
  problems.expect(/401/)
  const first = await visit({ as: await people.invite(), language })
  await first.goto('/')
  const second = await first.context().newPage()
  await second.goto('/assistant')
  await expect(second.getByRole('heading', { level: 1, name: t('assistant.title') })).toBeVisible()
  await first.goto('/logout')
  await expect(first).toHaveURL('/login')
  await expect(second).toHaveURL(/\/login/)
})
