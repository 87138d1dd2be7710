// The administration of users as a user knows it: the list, its menu, a new user, and the sign-in with a first password.
import { expect, type Locator, type Page } from '@playwright/test'
import { fillIn } from './chat.ts'
import { dialog, press, findRow } from './forms.ts'
import type { Texts } from './texts.ts'

export async function openUsers(page: Page, t: Texts): Promise<Locator> {
  await page.goto('/settings/user')
  await expect(page.getByRole('heading', { level: 1, name: t('user.title') })).toBeVisible()
  const table = page.getByRole('table', { name: t('user.title') })
  await expect(table).toHaveAttribute('aria-busy', 'false')
  return table
}

/** Opens the menu of a user of the list and chooses an entry. */
export async function chooseFor(page: Page, t: Texts, name: string, entry: string): Promise<void> {
  await press(findRow(page, t('user.title'), name), t('user.menu.label', { name }))
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** The password that is shown once, to be passed on; closes what shows it. */
export async function takePassword(page: Page, t: Texts, title: string): Promise<string> {
  const shown = dialog(page, title)
  await expect(shown.getByText(t('user.password.once'))).toBeVisible()
  const password = await shown.getByRole('textbox', { name: t('user.field.newPassword') }).inputValue()
  await press(shown, t('user.password.close'))
  await expect(shown).toBeHidden()
  return password
}

/** Signs in with a password that an administrator has set, chooses an own one, and is in. */
export async function beginWith(page: Page, t: Texts, email: string, password: string, own: string): Promise<void> {
  await page.goto('/login')
  await fillIn(page, t, 'email', email, password)
  await expect(page.getByRole('heading', { level: 1, name: t('settings.choosePassword.title') })).toBeVisible()
  await page.getByLabel(t('settings.password.current'), { exact: true }).fill(password)
  await page.getByLabel(t('settings.password.new'), { exact: true }).fill(own)
  await page.getByLabel(t('settings.password.again'), { exact: true }).fill(own)
  await press(page, t('settings.choosePassword.submit'))
  await expect(page.getByRole('main').getByRole('link', { name: t('home.newChat') })).toBeVisible()
}
