// An administrator asks the sample dataset on its page, sees the plan, and runs another plan. The count is what Python computes from the file.
import { fabricTestsDataset } from '@heddle/seed/fabric-tests/fabric-tests-expert'
import { findButton, findSection, press } from '../../support/controls/forms.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, screenshot, test } from '../../support/fixtures.ts'
import { listLooks } from '../../support/looks.ts'
import { createTexts } from '../../support/texts.ts'

const questions = { en: 'How many samples have a warp strength over 2.3 kN?', zhHant: '經向強力超過 2.3 kN 的有幾筆？' }

for (const { name, language, ...look } of listLooks('zhHant-dark-phone')) {
  test(`a table is tested by a question and by its plan: ${name}`, async ({ visit, people, db }) => {
    const t = createTexts(language)
    const { id } = await db.dataset.findFirstOrThrow({ where: { name: { path: ['default'], equals: fabricTestsDataset.name.default } } })
    const page = await visit({ signIn: await people.signIn(await people.invite('admin')), language, ...look })
    await page.goto(`/knowledge/dataset/${id}`)
    await page.getByRole('tab', { name: t('dataset.tab.test'), exact: true }).click()
    await page.getByRole('textbox', { name: t('query.question') }).fill(questions[language === 'zhHant' ? language : 'en'])
    await press(page, t('query.ask'))
    const result = findSection(page, t('query.result'))
    const table = result.getByRole('group', { name: t('chat.sources.rows.table') })
    await expect(table).toContainText('6')
    const plan = page.getByRole('textbox', { name: t('query.plan.label') })
    await expect(plan).toHaveValue(/"count"/)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await screenshot(page, `dataset-test-${name}`)

    await plan.fill('{ "select": ["c999"] }')
    await press(page, t('query.plan.run'))
    await expect(result.getByRole('listitem')).toContainText(['select.0'])
    await expect(result.getByText(t('query.problem.unknown_column'))).toBeVisible()
    await plan.fill('{ "select": ["c1"], "limit": 3 }')
    await findButton(page, t('query.plan.run')).press('Enter')
    await expect(table.getByRole('row')).toHaveCount(4)
    await expectAccessible(page)
  })
}
