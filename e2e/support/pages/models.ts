// The page of the models: servers, and the models that they serve.
import { expect, type Locator } from '@playwright/test'
import { findButton, findDialog } from '../controls/forms.ts'
import type { Operated } from '../controls/hands.ts'

/** Connects a server, which lists its models at once. */
export async function connectServer(
  { page, t, hands }: Operated,
  { name, address, key }: { name: string; address: string; key?: string },
): Promise<void> {
  const title = t('model.endpoint.create')
  await hands.press(findButton(page, title))
  const dialog = findDialog(page, title)
  await hands.fill(dialog.getByRole('textbox', { name: t('model.field.name') }), name)
  await hands.fill(dialog.getByRole('textbox', { name: t('model.field.base_url') }), address)
  if (key !== undefined) await hands.fill(dialog.getByLabel(t('model.field.key'), { exact: true }), key)
  await hands.press(findButton(dialog, title))
  const discovery = findDialog(page, t('model.discover.of', { name }))
  await hands.press(findButton(discovery, t('common.cancel')))
  await expect(page.getByRole('region', { name })).toContainText(address)
}

/** Adds a model of a server, which answers its first test, and makes it the default. */
export async function addDefaultModel(
  { page, t, hands }: Operated,
  { server, name, upstreamName }: { server: string; name: string; upstreamName: string },
): Promise<void> {
  const title = t('model.model.createAt', { name: server })
  await hands.press(findButton(page, title))
  const dialog = findDialog(page, title)
  await hands.fill(dialog.getByRole('textbox', { name: t('model.field.upstream_name') }), upstreamName)
  await hands.fill(dialog.getByRole('textbox', { name: t('model.field.name'), exact: true }), name)
  await hands.press(findButton(dialog, t('model.model.create')))
  await closeFirstTest({ page, t, hands }, 1)
  await hands.press(findButton(page, t('model.makeDefaultNamed', { name })))
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText(t('model.default'))
}

/** Waits until models that were added have answered their first test. */
export async function closeFirstTest({ page, t, hands }: Operated, count: number): Promise<void> {
  const tests = findDialog(page, t('model.firstTest.title'))
  // Before or after the number.
  const words = t('model.firstTest.works', { seconds: '#' }).split('#')
  const answered = tests.getByRole('listitem').filter({ hasText: words.find((part) => part.trim() !== '') ?? '' })
  await expect(answered).toHaveCount(count)
  await hands.press(findButton(tests, t('common.close')))
}

/** Tests a model; `act` runs in the dialog before the test, and `expectResult` after it. */
export async function testModel(
  { page, t, hands }: Operated,
  name: string,
  { act, expectResult }: { act?: (dialog: Locator) => Promise<void>; expectResult: (dialog: Locator) => Promise<void> },
): Promise<void> {
  const title = t('model.test.of', { name })
  await hands.press(findButton(page, title))
  const dialog = findDialog(page, title)
  await act?.(dialog)
  await hands.press(findButton(dialog, t('model.test.start')))
  await expectResult(dialog)
  await hands.press(findButton(dialog, t('common.close')))
}
