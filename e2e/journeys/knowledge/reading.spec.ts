// A table whose encoding was guessed wrongly says so, is corrected, and is read so from then on.
import { createCollection } from '@heddle/db/factories/knowledge'
import { expect, expectAccessible, screenshot, test } from '../../support/fixtures.ts'
import { chooseOption, expectMessage, findDialog, findSection, press } from '../../support/controls/forms.ts'
import { addFile } from '../../support/pages/sources.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')

/** In Windows-1254: too short to tell from other encodings of one byte. */
const yarns = new File([Buffer.from('Name;Length\nÝplik ð;25\n', 'latin1')], 'yarns.csv', { type: 'text/csv' })

test('an administrator finds a source whose encoding was guessed, and corrects it', async ({ visit, people, db }) => {
  const { tenantId, join } = await people.createInstitute()
  const { id } = await createCollection(db, { tenantId })
  const page = await visit({ as: await join('A'), language: 'en' })
  await addFile(page, id, yarns)

  await page.goto(`/knowledge/collection/${id}`)
  const filter = page.getByRole('combobox', { name: t('reading.filter.label') })
  const table = page.getByRole('table', { name: t('knowledge.field.sources') })
  await expect(table.getByText(t('reading.mark'))).toBeVisible()
  await chooseOption(page, filter, t('reading.kind.cut'))
  await expect(page.getByText(t('knowledge.noSources.filtered'))).toBeVisible()
  await chooseOption(page, filter, t('reading.filter.doubtful'))
  await table.getByRole('link', { name: 'yarns' }).click()

  const findings = findSection(page, t('reading.title'))
  await expect(findings).toContainText(t('reading.finding.encoding_uncertain'))
  await expectAccessible(page)
  await screenshot(page, 'source-findings-en')
  const passages = findSection(page, t('passage.part.chunks'))
  await expect(passages).not.toContainText('İplik ğ')

  await press(page, t('reading.correct.open'))
  const dialog = findDialog(page, t('reading.correct.title'))
  await chooseOption(page, dialog.getByRole('combobox', { name: t('reading.field.encoding') }), 'windows-1254')
  await chooseOption(page, dialog.getByRole('combobox', { name: t('reading.field.delimiter') }), t('reading.delimiter.semicolon'))
  await expectAccessible(page)
  await screenshot(page, 'correct-reading-en')
  await press(dialog, t('reading.correct.submit'))
  await expectMessage(page, t('reading.correct.done'))
  await expect(passages).toContainText('İplik ğ', { timeout: 30_000 })
  await expect(findings).toHaveCount(0)

  await page.goto(`/knowledge/collection/${id}`)
  await press(page, t('knowledge.menu.of', { title: 'yarns' }))
  await page.getByRole('menuitem', { name: t('knowledge.menu.reread') }).click()
  await expect(table.getByText(t('knowledge.sourceState.indexed'))).toBeVisible({ timeout: 30_000 })
  await table.getByRole('link', { name: 'yarns' }).click()
  await expect(passages).toContainText('İplik ğ')
})
