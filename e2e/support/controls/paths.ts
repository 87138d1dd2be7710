// Opens paths of the application, with and without loading it.
import { expect, type Page } from '@playwright/test'
import type { Texts } from '../texts.ts'

/** Navigates as the links of the application do, without loading it again. */
const follow = (page: Page, path: string) =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate', { state: null }))`)

/** Opens a path: loads the application on a new page, and navigates within it on one that has it. */
export async function openPath(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(path)
  else await follow(page, path)
}

/** Closes a screen and what it has open, so that the next one begins as on a new page, though its path may be the same. */
export async function leaveScreen(page: Page, t: Texts): Promise<void> {
  await follow(page, '/no/such/page')
  await expect(page.getByRole('heading', { level: 1, name: t('common.notFound.title') })).toBeVisible()
  // The menus of the shell are on every page.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu').or(page.getByRole('dialog'))).toHaveCount(0)
}
