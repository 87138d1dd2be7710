// The audit log for administrators.
import { createGroup } from '@heddle/db/factories/group'
import { splitCells, download, splitLines } from '../../support/controls/csv.ts'
import { expect, test } from '../../support/fixtures.ts'
import { chooseOption, findDialog, expectMessage, press } from '../../support/controls/forms.ts'
import { openGroup } from '../../support/pages/groups.ts'
import { createTexts } from '../../support/texts.ts'

const language = 'en'

const t = createTexts(language)

test('an administrator filters events, reads their changes, and exports them', async ({ visit, people, db, product }) => {
  const { tenantId, join } = await people.createInstitute()
  const [admin, colleague] = [await join('A', { name: { default: 'Ada' } }), await join('U', { name: { default: 'Cora' } })]
  const group = await createGroup(db, { tenantId, name: { default: 'Weavers' } })
  const page = await visit({ as: admin, language })
  const table = page.getByRole('table', { name: t('audit.title') })
  const filters = page.getByRole('search')
  const filter = (name: string) => filters.getByRole('combobox', { name: t(`audit.filter.${name}`) })

  await test.step('something is done, and a sign-in fails', async () => {
    await openGroup(page, group.id, 'Weavers')
    await page
      .getByRole('textbox', { name: t('group.field.name') })
      .first()
      .fill('=Tailors')
    await press(page, t('common.save'))
    await expectMessage(page, t('group.details.saved'))

    const refused = await fetch(`${product.origin}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: colleague.email, password: 'not the password' }),
    })
    expect(refused.status).toBe(401)
  })

  await test.step('the change is found, with before and after', async () => {
    await page.goto('/settings/audit')
    await expect(table.getByRole('rowheader')).toHaveText([t('audit.action.login'), t('audit.action.updateGroup')])
    await chooseOption(page, filter('action'), t('audit.action.updateGroup'))
    await expect(table.getByRole('rowheader')).toHaveText([t('audit.action.updateGroup')])
    await expect(table.getByRole('row').nth(1)).toContainText('Ada')
    await expect(table.getByRole('row').nth(1)).toContainText(/10(\.\d+){3}/)
    await press(table, t('audit.detailsOf', { action: t('audit.action.updateGroup') }))
    const details = findDialog(page, t('audit.action.updateGroup'))
    const changes = details.getByRole('table', { name: t('audit.changes') })
    await expect(
      changes
        .getByRole('row')
        .filter({ hasText: t('group.field.name') })
        .getByRole('cell'),
    ).toHaveText(['Weavers', '=Tailors'])
    await press(details, t('common.close'))
  })

  await test.step('the failed sign-in is found, without what was typed', async () => {
    await press(page, t('table.clearFilters'))
    await chooseOption(page, filter('outcome'), t('audit.outcome.failed'))
    await expect(table.getByRole('rowheader')).toHaveText([t('audit.action.login')])
    await expect(table.getByRole('row').nth(1)).toContainText(t('errors.code.AUTH_LOGIN_FAILED'))
    await expect(table.getByRole('row').nth(1)).toContainText('Cora')
    const [event] = await db.auditEvent.findMany({ where: { tenantId, outcome: 'failed' } })
    expect(JSON.stringify(event)).not.toContain('not the password')
  })

  await test.step('a person is found by name', async () => {
    await press(page, t('table.clearFilters'))
    await filter('person').fill('ada')
    await page.getByRole('option', { name: 'Ada' }).click()
    await expect(table.getByRole('rowheader')).toHaveText([t('audit.action.updateGroup')])
  })

  await test.step('all of it is exported, and no cell is a formula', async () => {
    await press(page, t('table.clearFilters'))
    await expect(table.getByRole('rowheader')).toHaveCount(2)
    const [header = '', ...lines] = splitLines(await download(page, () => press(page, t('table.export'))))
    expect(splitCells(header).slice(0, 4)).toEqual(['created_at', 'action', 'outcome', 'error_code'])
    expect(lines.map((line) => splitCells(line).slice(1, 4))).toEqual([
      ['exportAudit', 'succeeded', ''],
      ['login', 'failed', 'AUTH_LOGIN_FAILED'],
      ['updateGroup', 'succeeded', ''],
    ])
    expect(lines.at(-1)).not.toMatch(/(^|,)"?=/)
  })
})
