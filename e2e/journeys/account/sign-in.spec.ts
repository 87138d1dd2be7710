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

test('the secret address has the account form, and opens the requested page', async ({ visit, people }) => {
  const member = await people.invite()
  const page = await visit({ language })
  await page.goto('/secretlogin?next=%2Fassistant')
  await fillIn(page, t, 'account', member.account ?? '', member.password)
  await expect(page.getByRole('heading', { level: 1, name: t('assistant.title') })).toBeVisible()
  await expect(page).toHaveURL('/assistant')
})

test('an expired access token is replaced silently, also by two tabs at the same time', async ({ visit, people, problems }) => {
  problems.expect(/401/)
  const signIn = await people.signIn(await people.invite(), 21 * minutes)
  const first = await visit({ signIn, language })
  const second = await first.context().newPage()
  await Promise.all([first.goto('/'), second.goto('/assistant')])
  await expect(first.getByRole('heading', { level: 1, name: welcome })).toBeVisible()
  await expect(second.getByRole('heading', { level: 1, name: t('assistant.title') })).toBeVisible()
  expect(await first.evaluate(() => localStorage.getItem('access_token'))).not.toBe(signIn.accessToken)
  for (const tab of [first, second]) await expect(tab.getByRole('alert')).toHaveCount(0)
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
