// Forms, dialogs and tables, as a user finds them on any page.
import { expect, type Locator, type Page } from '@playwright/test'

/** A part of a page under a heading of its own. */
export const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })

export const press = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true }).click()

/** What went well is said, and not only done. */
export const expectSaid = (page: Page, message: string) => expect(page.getByRole('status').getByText(message)).toBeVisible()

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The field says what is wrong with it, also to those who do not see it, and has the focus. */
export async function expectRefused(field: Locator, message: string): Promise<void> {
  await expect(field).toHaveAccessibleDescription(new RegExp(escape(message)))
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toBeFocused()
}

/** Chooses an entry of a select that opens a list. */
export async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** The open question of whether something is really meant. */
export async function answerYes(page: Page, title: string, label: string): Promise<void> {
  await press(dialog(page, title), label)
  await expect(dialog(page, title)).toBeHidden()
}

/** The row of a table that is headed by a name. */
export const findRow = (page: Page, table: string, name: string): Locator =>
  page
    .getByRole('table', { name: table })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })

/** What stands in the columns of a table's rows under that heading, from above. */
export async function readColumn(page: Page, table: string, heading: string): Promise<string[]> {
  const found = page.getByRole('table', { name: table })
  const headings = await found.getByRole('columnheader').allInnerTexts()
  const index = headings.findIndex((text) => text.trim() === heading)
  const rows = await found.getByRole('row').all()
  return Promise.all(rows.slice(1).map(async (row) => (await row.locator('[role=cell],[role=rowheader]').nth(index).innerText()).trim()))
}

/** Searches with the words beside the table, and waits until the address says so. */
export async function searchFor(page: Page, label: string, keyword: string): Promise<void> {
  await page.getByRole('searchbox', { name: label }).fill(keyword)
  await expect.poll(() => new URL(page.url()).searchParams.toString()).toContain(new URLSearchParams([['', keyword]]).toString().slice(1))
}
