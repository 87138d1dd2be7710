// An administrator corrects the passages of a source, tests what a question finds, and keeps it as a test question.
import { createCollection } from '@heddle/db/factories/knowledge'
import { expect, test } from '../../support/fixtures.ts'
import { expectMessage, findDialog, findSection, press } from '../../support/controls/forms.ts'
import { addHandbook } from '../../support/pages/sources.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')

test('an administrator edits, switches off and adds passages, and a search finds what is left', async ({ visit, people, db }) => {
  const { tenantId, join } = await people.createInstitute()
  const { id } = await createCollection(db, { tenantId })
  const page = await visit({ as: await join('A'), language: 'en' })
  const sourceId = await addHandbook(page, id)
  await page.goto(`/knowledge/collection/${id}/source/${sourceId}`)
  const original = findSection(page, t('passage.part.original'))
  const passages = findSection(page, t('passage.part.chunks'))
  const name = (number: number) => t('passage.chunk.number', { number })
  await expect(passages.getByRole('listitem').last()).toContainText('Cotton fabrics shrink')
  const count = await passages.getByRole('listitem').count()

  await original.getByRole('link', { name: 'Cotton fabrics shrink' }).click()
  const chosen = passages.getByRole('listitem').filter({ hasText: 'Cotton fabrics shrink' })
  await expect(chosen.getByRole('link', { name: name(count) })).toHaveAttribute('aria-current', 'true')
  await expect(original.locator('[aria-current]').first()).toContainText('Dimensional change')

  await press(passages, t('passage.edit.of', { name: name(count) }))
  const editing = findDialog(page, t('passage.edit.title', { number: count }))
  await editing.getByRole('textbox', { name: t('passage.field.text') }).fill('Sanforized cotton keeps its length.')
  await press(editing, t('common.save'))
  await expectMessage(page, t('passage.saved'))
  await expect(passages.getByRole('listitem').nth(count - 1)).toContainText(t('passage.chunk.edited'))

  await passages.getByRole('switch', { name: t('passage.chunk.enabledOf', { name: name(1) }) }).click()
  await expect(passages.getByRole('switch', { name: t('passage.chunk.enabledOf', { name: name(1) }) })).not.toBeChecked()

  await press(passages, t('passage.add.action'))
  const adding = findDialog(page, t('passage.add.title'))
  await adding.getByRole('textbox', { name: t('passage.field.text') }).fill('Twist testers are calibrated each year.')
  await press(adding, t('common.save'))
  await expect(passages.getByRole('listitem')).toHaveCount(count + 1)
  await expect(original).toContainText(t('passage.noPlace'))

  await page.goto(`/knowledge/collection/${id}/search`)
  const question = page.getByRole('textbox', { name: t('retrieval.question.label') })
  await question.fill('Which twist tester?')
  await press(page, t('retrieval.question.submit'))
  const results = page.getByRole('list', { name: t('retrieval.results.title') }).getByRole('listitem')
  await expect(results.first()).toContainText('Twist testers are calibrated each year.')
  await expect(results.filter({ hasText: 'number of turns' })).toHaveCount(0)
  await question.fill('sanforized')
  await press(page, t('retrieval.question.submit'))
  await expect(results).toHaveCount(1)
  await expect(results.locator('mark')).toHaveText(['Sanforized'])
  await press(results, t('retrieval.questions.expect'))
  await press(findDialog(page, t('retrieval.questions.add')), t('retrieval.questions.submit'))
  await expectMessage(page, t('retrieval.questions.added'))
  await results.getByRole('link', { name: 'Handbook of textile testing' }).click()
  await expect(page).toHaveURL(new RegExp(`/source/${sourceId}\\?chunk=`))

  await page.goto(`/knowledge/collection/${id}/search?tab=questions`)
  await page.getByRole('switch', { name: t('retrieval.compare') }).check()
  const words = page.getByRole('group', { name: t('retrieval.setting', { name: 'B' }) })
  await words.getByRole('textbox', { name: t('retrieval.field.lexical_weight') }).fill('0')
  await press(page, t('retrieval.run.start'))
  const quality = findSection(page, t('retrieval.measure.title')).getByRole('row').nth(1)
  await expect(quality).toContainText('100%')
  await expect(quality.getByRole('img', { name: t('retrieval.measure.worse', { value: '100%' }) }).first()).toBeVisible()
  const asked = findSection(page, t('retrieval.runResults.title'))
  await expect(asked.getByRole('row').nth(1)).toContainText(t('retrieval.runResults.notFound'))
  await asked.getByRole('link', { name: 'sanforized' }).click()
  await expect(results.first()).toContainText('Sanforized cotton keeps its length.')
})
