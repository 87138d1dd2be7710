// The pages of the workflows: a new one, its outline, its test and its versions.
import { expect, type Locator, type Page } from '@playwright/test'
import { findButton, findDialog } from '../controls/forms.ts'
import type { Operated } from '../controls/hands.ts'
import type { Texts } from '../texts.ts'

export const expectDraftSaved = (page: Page, t: Texts) => expect(page.getByText(t('builder.saving.saved'), { exact: true })).toBeVisible()

/** Creates a workflow from a template on the page of new ones, and waits for the builder. */
export async function createFromTemplate({ page, t, hands }: Operated, template: string, name: string): Promise<void> {
  await hands.press(page.getByRole('button', { name: template }))
  const dialog = findDialog(page, template)
  await hands.fill(dialog.getByRole('textbox', { name: t('workflow.field.name') }).first(), name)
  await hands.press(findButton(dialog, t('workflow.create.submit')))
  await expect(page).toHaveURL(/\/workflow\/[0-9a-f-]{36}$/)
  await expectDraftSaved(page, t)
}

export const openOutline = ({ page, t, hands }: Operated) => hands.choose(page.getByRole('radio', { name: t('builder.view.outline') }))

/** Finds a node of the outline. */
export const findOutlineNode = (page: Page, title: string): Locator =>
  page
    .getByRole('list')
    .getByRole('button', { name: new RegExp(`^${title}`) })
    .first()

/** Adds a node with a button of the outline; returns its form, which takes the focus. */
export async function addNode({ page, t, hands }: Operated, label: string, type: string): Promise<Locator> {
  await hands.press(findButton(page, label))
  const palette = findDialog(page, t('builder.add.title'))
  await hands.press(palette.getByRole('button', { name: new RegExp(`^${t(`builder.type.${type}`)}`) }))
  const form = page.getByRole('complementary', { name: t(`builder.type.${type}`) })
  await expect(form.getByRole('textbox', { name: t('builder.field.title'), exact: true })).toBeFocused()
  return form
}

/** Publishes the draft as the version of that number. */
export async function publish({ page, t, hands }: Operated, number: number, note = ''): Promise<void> {
  await hands.press(findButton(page, t('builder.publish.action')))
  const dialog = findDialog(page, t('builder.publish.title'))
  if (note !== '') await hands.fill(dialog.getByRole('textbox', { name: t('builder.publish.note') }), note)
  await hands.press(findButton(dialog, t('builder.publish.action')))
  await expect(page.getByText(t('builder.publish.done', { number }))).toBeVisible()
}

export const findTestPane = (page: Page, t: Texts): Locator => page.getByRole('complementary', { name: t('testing.title') })

/** Asks the workflow a question in the open test pane. */
export async function askWorkflow({ page, t, hands }: Operated, question: string): Promise<void> {
  const pane = findTestPane(page, t)
  await hands.fill(pane.getByRole('textbox', { name: t('testing.question.label') }), question)
  await hands.press(findButton(pane, t('testing.action.ask')))
}

/** Finds the reply of a version to the last question of the test. */
export const findTestReply = (page: Page, t: Texts, version: string): Locator =>
  findTestPane(page, t)
    .getByRole('article')
    .last()
    .getByRole('region', { name: t('testing.turn.reply', { version }) })

/** Expects that the test has ended, in English. */
export const expectTestDone = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^Test complete: / })).toHaveCount(1)
