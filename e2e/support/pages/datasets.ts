// The pages of the datasets: an import, a row as a form, and a version.
import { expect, type FileChooser, type Locator, type Page } from '@playwright/test'
import { findButton, findDialog, findSection } from '../controls/forms.ts'
import type { Operated } from '../controls/hands.ts'
import type { Texts } from '../texts.ts'

type Files = Parameters<FileChooser['setFiles']>[0]

/** Chooses the file of an import. */
export async function chooseImportFile({ page, t, hands }: Operated, file: Files): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await hands.press(findButton(page, t('import.file.choose')))
  await (await chooser).setFiles(file)
}

/** Finds the name of the column that an import adds for a column of its file. */
export const findMappedName = (page: Page, t: Texts, column: string): Locator =>
  findSection(page, t('import.step.map'))
    .getByRole('listitem', { name: column })
    .getByRole('textbox', { name: t('import.map.name') })

/** Inserts a row below the current one, and makes it the current one. */
export async function insertRow({ page, t, hands }: Operated): Promise<void> {
  const grid = page.getByRole('grid')
  await expect(grid).toHaveAttribute('aria-busy', 'false')
  const count = Number(await grid.getAttribute('aria-rowcount'))
  await hands.press(findButton(page, t('dataset.grid.insertBelow')))
  await expect(grid).toHaveAttribute('aria-rowcount', String(count + 1))
}

type RowInput = { readonly fields: Readonly<Record<string, string>>; readonly choices: Readonly<Record<string, string>> }

/** Inserts a row below the current one, and writes it as a form. */
export async function writeRow(operated: Operated, { fields, choices }: RowInput): Promise<void> {
  const { page, t, hands } = operated
  await insertRow(operated)
  await hands.press(findButton(page, t('dataset.grid.openRow')))
  const form = page.getByRole('dialog')
  for (const [name, text] of Object.entries(fields)) await hands.fill(form.getByRole('textbox', { name, exact: true }), text)
  for (const [name, option] of Object.entries(choices)) await hands.pick(form.getByRole('combobox', { name, exact: true }), option)
  await hands.press(findButton(form, t('dataset.grid.save')))
  await expect(form).toBeHidden()
}

/** Publishes the draft of a dataset, and waits until the version of that number is in use; `read` sees the dialog before. */
export async function publishDataset(
  { page, t, hands }: Operated,
  number: number,
  read: (dialog: Locator) => Promise<void> = async () => {},
): Promise<void> {
  await hands.press(findButton(page, t('dataset.publish.action')))
  const dialog = findDialog(page, t('dataset.publish.title'))
  await read(dialog)
  await hands.press(findButton(dialog, t('dataset.publish.action')))
  await expect(page.getByRole('main').getByText(t('dataset.state.published', { number })).first()).toBeVisible({ timeout: 150_000 })
}
