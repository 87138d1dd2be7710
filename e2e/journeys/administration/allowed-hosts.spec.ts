// A super user decides which servers the workflows of a tenant may call.
import { expect, test } from '../../support/fixtures.ts'
import { confirmDialog, expectFieldError, expectMessage, findDialog, findSection, press } from '../../support/controls/forms.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')
const language = 'en'

test('a super user allows a server with a secret header, changes it, and removes it', async ({ visit, people, db, problems }) => {
  problems.expect(/409/)
  const { tenantId, join } = await people.createInstitute()
  const page = await visit({ as: await join('S'), language })
  await page.goto(`/settings/tenant/${tenantId}`)
  const section = findSection(page, t('tenant.host.title'))
  await expect(section).toContainText(t('tenant.host.none'))

  await press(section, t('tenant.host.create'))
  const creating = findDialog(page, t('tenant.host.create'))
  const host = creating.getByRole('textbox', { name: t('tenant.host.field.host') })
  await host.fill('https://api.example.org/v1')
  await press(creating, t('tenant.host.create'))
  await expectFieldError(host, t('form.rule.host'))
  await host.fill('API.example.org:8443')
  await creating.getByRole('radio', { name: t('tenant.host.secret.set') }).check()
  await press(creating, t('tenant.host.create'))
  const headerName = creating.getByRole('textbox', { name: t('tenant.host.secret.name') })
  await expectFieldError(headerName, t('form.rule.required'))
  await headerName.fill('X-Key')
  await creating.getByLabel(t('tenant.host.secret.value')).fill('canary-of-a-header')
  await press(creating, t('tenant.host.create'))
  await expectMessage(page, t('tenant.host.created', { host: 'api.example.org:8443' }))
  await expect(section.getByRole('listitem')).toContainText(t('tenant.host.sends', { name: 'X-Key' }))
  const stored = await db.allowedHost.findFirstOrThrow({ where: { tenantId } })
  expect(stored).toMatchObject({ host: 'api.example.org:8443', allowsPrivate: false, headerName: 'X-Key' })

  await press(section, t('tenant.host.create'))
  await host.fill('api.example.org:8443')
  await press(creating, t('tenant.host.create'))
  await expectFieldError(host, t('errors.code.ALLOWED_HOST_EXISTS'))
  await press(creating, t('common.cancel'))
  await confirmDialog(page, t('form.unsaved.title'), t('form.unsaved.leave'))

  const name = { host: 'api.example.org:8443' }
  await press(section, t('tenant.host.editOf', name))
  const editing = findDialog(page, t('tenant.host.editOf', name))
  await expect(editing.getByRole('radio', { name: t('tenant.host.secret.keep', { name: 'X-Key' }) })).toBeChecked()
  await editing.getByRole('switch', { name: t('tenant.host.field.private') }).check()
  await press(editing, t('common.save'))
  await expect(section.getByRole('listitem')).toContainText(t('tenant.host.isPrivate'))
  expect(await db.allowedHost.findFirstOrThrow({ where: { tenantId } })).toMatchObject({
    allowsPrivate: true,
    headerValue: stored.headerValue,
  })
  await expect(page.locator('body')).not.toContainText('canary')

  await press(section, t('tenant.host.editOf', name))
  await db.allowedHost.update({ where: { id: stored.id }, data: { allowsPrivate: false, revision: { increment: 1 } } })
  await editing.getByRole('radio', { name: t('tenant.host.secret.none') }).check()
  await press(editing, t('common.save'))
  await press(findDialog(page, t('form.conflict.title')), t('form.conflict.takeTheirs'))
  await editing.getByRole('radio', { name: t('tenant.host.secret.none') }).check()
  await press(editing, t('common.save'))
  await expect(section.getByRole('listitem')).not.toContainText('X-Key')
  expect(await db.allowedHost.findFirstOrThrow({ where: { tenantId } })).toMatchObject({ allowsPrivate: false, headerValue: null })

  await press(section, t('tenant.host.removeOf', name))
  await confirmDialog(page, t('tenant.host.removeTitle', name), t('tenant.host.remove'))
  await expect(section).toContainText(t('tenant.host.none'))
  expect(await db.allowedHost.count({ where: { tenantId } })).toBe(0)
})
