// Forms, dialogs and tables of any page.
import { expect, type FileChooser, type Locator, type Page } from '@playwright/test'

/** Finds a section of a page by its heading. */
export const findSection = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

export const findDialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })

export const findButton = (scope: Page | Locator, name: string): Locator => scope.getByRole('button', { name, exact: true })

export const press = (scope: Page | Locator, name: string) => findButton(scope, name).click()

/** Expects a message of success. */
export const expectMessage = (page: Page, message: string) => expect(page.getByRole('status').getByText(message)).toBeVisible()

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Expects that the field has the focus and shows the error, also to screen readers. */
export async function expectFieldError(field: Locator, message: string): Promise<void> {
  await expect(field).toHaveAccessibleDescription(new RegExp(escape(message)))
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toBeFocused()
}

/** Chooses an option of a select with a list. */
export async function chooseOption(page: Page, field: Locator, option: string): Promise<void> {
  await field.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Chooses files by a button. */
export async function chooseFiles(page: Page, button: string, files: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
  const asked = page.waitForEvent('filechooser')
  await press(page, button)
  await (await asked).setFiles(files)
}

/** Confirms the open dialog. */
export async function confirmDialog(page: Page, title: string, label: string): Promise<void> {
  await press(findDialog(page, title), label)
  await expect(findDialog(page, title)).toBeHidden()
}

/** Finds the row of a table by its row header. */
export const findRow = (page: Page, table: string, name: string): Locator =>
  page
    .getByRole('table', { name: table })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })

/** Returns the texts of a table's column, from the first row on. */
export async function readColumn(page: Page, table: string, heading: string): Promise<string[]> {
  const found = page.getByRole('table', { name: table })
  const headings = await found.getByRole('columnheader').allInnerTexts()
  const index = headings.findIndex((text) => text.trim() === heading)
  const rows = await found.getByRole('row').all()
  return Promise.all(rows.slice(1).map(async (row) => (await row.locator('[role=cell],[role=rowheader]').nth(index).innerText()).trim()))
}

/** Searches in a table, and waits until the keyword is in the address. */
export async function searchFor(page: Page, label: string, keyword: string): Promise<void> {
  await page.getByRole('searchbox', { name: label }).fill(keyword)
  await expect.poll(() => new URL(page.url()).searchParams.toString()).toContain(new URLSearchParams([['', keyword]]).toString().slice(1))
}
