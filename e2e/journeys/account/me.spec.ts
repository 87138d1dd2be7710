// The user's own profile: name, language, email, password and sessions.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { fillIn } from '../../support/pages/chat.ts'
import { expect, test } from '../../support/fixtures.ts'
import { findDialog, expectFieldError, expectMessage, press, findSection } from '../../support/controls/forms.ts'
import { type Texts, createTexts } from '../../support/texts.ts'

const t = createTexts('en')
const language = 'en'
const newPassword = 'seven shuttles fly at dawn'

const createLabels = (words: Texts) => ({
  home: words('home.welcome', { product: 'Heddle' }),
  profile: words('settings.profile.title'),
  password: words('settings.password.title'),
  changePassword: words('settings.password.change'),
})

async function openMe(page: Page, words: Texts) {
  await page.goto('/settings')
  await expect(page).toHaveURL('/settings/me')
  await expect(page.getByRole('heading', { level: 1, name: words('settings.me.title') })).toBeVisible()
}

async function fillPasswords(scope: ReturnType<typeof findDialog> | Page, words: Texts, current: string, next: string) {
  await scope.getByLabel(words('settings.password.current'), { exact: true }).fill(current)
  await scope.getByLabel(words('settings.password.new'), { exact: true }).fill(next)
  await scope.getByLabel(words('settings.password.again'), { exact: true }).fill(next)
}

test('a user edits the profile, and changes the email and the password', async ({ visit, people, db, problems }) => {
  const shown = 'zhHant'
  const words = createTexts(shown)
  const { home, profile, password, changePassword } = createLabels(words)
  const me = await people.invite()
  const page = await visit({ as: me, language: shown })
  const elsewhere = await visit({ as: me, language: shown })
  await elsewhere.goto('/')
  await expect(elsewhere.getByRole('heading', { level: 1, name: home })).toBeVisible()
  await openMe(page, words)

  await test.step('the name', async () => {
    await press(findSection(page, profile), words('common.edit'))
    const edit = findDialog(page, words('settings.profile.edit'))
    const name = edit.getByRole('textbox', { name: words('settings.field.name') })
    await name.fill('織女 Weaver')
    await press(edit, words('common.save'))
    await expect(edit).toBeHidden()
    await expect(findSection(page, profile)).toContainText('織女 Weaver')
    expect((await db.user.findUniqueOrThrow({ where: { id: me.id } })).name).toEqual({ default: '織女 Weaver' })
    await expect(page.getByRole('button', { name: words('shell.account.label', { name: '織女 Weaver' }) })).toBeVisible()
  })

  await test.step('the email', async () => {
    await press(page.getByRole('main'), words('settings.email.change'))
    const edit = findDialog(page, words('settings.email.change'))
    const email = edit.getByRole('textbox', { name: words('settings.field.email') })
    await edit.getByLabel(words('settings.password.current'), { exact: true }).fill(me.password)
    const mine = `weaver-${randomUUID().slice(0, 8)}@heddle.test`
    await email.fill(mine)
    await press(edit, words('common.save'))
    await expect(edit).toBeHidden()
    await expect(findSection(page, profile)).toContainText(mine)
    expect((await db.user.findUniqueOrThrow({ where: { id: me.id } })).email).toBe(mine)
  })

  await test.step('the password, which ends the other sign-ins', async () => {
    await press(findSection(page, password), changePassword)
    const edit = findDialog(page, changePassword)
    await fillPasswords(edit, words, me.password, newPassword)
    await press(edit, changePassword)
    await expectMessage(page, words('settings.password.changed'))
    await expect(edit).toBeHidden()
  })

  await test.step('this browser stays signed in, the other is sent to the sign-in', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: words('settings.me.title') })).toBeVisible()
    problems.expect(/401/)
    await elsewhere.getByRole('link', { name: words('shell.menu.assistants'), exact: true }).click()
    await expect(elsewhere).toHaveURL(/\/login/)
    expect(await db.session.count({ where: { userId: me.id, revokedAt: null } })).toBe(1)
  })

  await test.step('a copy of the data, which asks again who it is', async () => {
    const copy = findSection(page, words('settings.takeout.title'))
    await press(copy, words('settings.takeout.request'))
    const button = copy.getByRole('button', { name: words('settings.takeout.download') })
    await expect(button).toBeVisible()
    await db.session.updateMany({ where: { userId: me.id }, data: { verifiedAt: new Date(Date.now() - 11 * 60_000) } })
    problems.expect(/403/)
    const given = page.waitForEvent('download')
    await button.click()
    const question = findDialog(page, words('factor.stepUp.title'))
    await question.getByLabel(words('factor.step.password'), { exact: true }).fill(newPassword)
    await press(question, words('factor.authenticator.confirm'))
    const file = await given
    expect(file.suggestedFilename()).toMatch(/\.zip$/)
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
  })
})

test('a user who signs in with a password of an administrator chooses a new one first', async ({ visit, people, db, problems }) => {
  problems.expect(/40[03]/)
  const me = await people.invite('member', { mustChangePassword: true })
  const page = await visit({ language })
  await page.goto('/assistant')
  await fillIn(page, t, 'email', me.email, me.password)
  await expect(page.getByRole('heading', { level: 1, name: t('settings.choosePassword.title') })).toBeVisible()
  await page.goto('/settings/me')
  await expect(page).toHaveURL(/\/password\?next=%2Fsettings%2Fme/)

  await fillPasswords(page, t, me.password, me.password)
  await press(page, t('settings.choosePassword.submit'))
  await expectFieldError(page.getByLabel(t('settings.password.new'), { exact: true }), t('errors.reason.unchanged'))
  await fillPasswords(page, t, me.password, newPassword)
  await press(page, t('settings.choosePassword.submit'))
  await expect(page).toHaveURL('/settings/me')
  await expect(page.getByRole('heading', { level: 1, name: t('settings.me.title') })).toBeVisible()
  expect((await db.user.findUniqueOrThrow({ where: { id: me.id } })).mustChangePassword).toBe(false)
})
