// The administration of users: the list, its menu, a new user, and the first sign-in.
import { expect, type Locator, type Page } from '@playwright/test'
import { fillIn } from './chat.ts'
import { findDialog, press, findRow } from '../controls/forms.ts'
import { openPath } from '../controls/paths.ts'
import type { Texts } from '../texts.ts'

export async function openUsers(page: Page, t: Texts): Promise<Locator> {
  await openPath(page, '/settings/user')
  await expect(page.getByRole('heading', { level: 1, name: t('user.title') })).toBeVisible()
  const table = page.getByRole('table', { name: t('user.title') })
  await expect(table).toHaveAttribute('aria-busy', 'false')
  return table
}

/** Chooses an entry in the menu of a user in the list. */
export async function chooseFor(page: Page, t: Texts, name: string, entry: string): Promise<void> {
  await press(findRow(page, t('user.title'), name), t('user.menu.label', { name }))
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** Returns the password that is shown once, and closes its dialog. */
export async function readPassword(page: Page, t: Texts, title: string): Promise<string> {
  const shown = findDialog(page, title)
  await expect(shown.getByText(t('user.password.once'))).toBeVisible()
  const password = await shown.getByRole('textbox', { name: t('user.field.newPassword') }).inputValue()
  await press(shown, t('user.password.close'))
  await expect(shown).toBeHidden()
  return password
}

/** Signs in with a password of an administrator, and chooses a new one. */
export async function signInFirstTime(page: Page, t: Texts, email: string, password: string, own: string): Promise<void> {
  await page.goto('/login')
  await fillIn(page, t, 'email', email, password)
  await expect(page.getByRole('heading', { level: 1, name: t('settings.choosePassword.title') })).toBeVisible()
  await page.getByLabel(t('settings.password.current'), { exact: true }).fill(password)
  await page.getByLabel(t('settings.password.new'), { exact: true }).fill(own)
  await page.getByLabel(t('settings.password.again'), { exact: true }).fill(own)
  await press(page, t('settings.choosePassword.submit'))
  await expect(page.getByRole('main').getByRole('link', { name: t('home.newChat') })).toBeVisible()
}
