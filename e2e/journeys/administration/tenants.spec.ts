// A super user manages the tenants; each one sees only itself.
import { randomUUID } from 'node:crypto'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createUser } from '@heddle/db/factories/user'
import { languageNames } from '@heddle/contracts/languages'
import type { Page } from '@playwright/test'
import { expect, createHostname, test } from '../../support/fixtures.ts'
import { confirmDialog, findDialog, expectFieldError, expectMessage, press, findSection } from '../../support/controls/forms.ts'
import { type Texts, createTexts } from '../../support/texts.ts'
import { signInFirstTime, readPassword } from '../../support/pages/users.ts'

const t = createTexts('en')
const language = 'en'
const ownPassword = 'seven shuttles fly at dawn'
const blue = '#1d4ed8'

async function openTenants(page: Page, words: Texts) {
  await page.goto('/settings/tenant')
  await expect(page.getByRole('heading', { level: 1, name: words('tenant.title') })).toBeVisible()
}

const shown = 'th'

test('a super user creates a tenant with its own look and rules, and deletes it when it has no users any more', async ({
  visit,
  people,
  db,
  problems,
  product,
}) => {
  problems.expect(/40[349]/)
  const words = createTexts(shown)
  const key = randomUUID().slice(0, 8)
  const [name, email, hostname] = [`織 ${key}`, `first-${key}@heddle.test`, createHostname(`weavers-${key}`)]
  const page = await visit({ as: await people.get('super'), language: shown })

  const password = await test.step('founds it', async () => {
    await openTenants(page, words)
    await press(page, words('tenant.create.button'))
    const form = findDialog(page, words('tenant.create.title'))
    await form
      .getByRole('textbox', { name: words('tenant.field.name') })
      .first()
      .fill(name)
    await form.getByRole('textbox', { name: words('tenant.field.hostname') }).fill(hostname)
    const address = form.getByRole('textbox', { name: words('tenant.create.email') })
    await address.fill((await people.get('admin')).email)
    await press(form, words('tenant.create.submit'))
    await expectFieldError(address, words('errors.code.AUTH_EMAIL_EXISTS'))
    await address.fill(email)
    await press(form, words('tenant.create.submit'))
    return readPassword(page, words, words('tenant.create.done'))
  })

  const tenant = await db.tenant.findUniqueOrThrow({ where: { hostname }, include: { users: true, models: true } })
  expect(tenant.users).toMatchObject([{ email, role: 'S', mustChangePassword: true }])

  await test.step('gives it a name, a color, languages and a retention time', async () => {
    await expect(page).toHaveURL(`/settings/tenant/${tenant.id}`)
    await page.getByRole('textbox', { name: words('tenant.field.productName') }).fill('Shuttle')
    await page.getByRole('textbox', { name: words('tenant.color.label') }).fill(blue)
    await page.getByRole('textbox', { name: words('tenant.color.label') }).press('Escape')
    const spoken = findSection(page, words('tenant.section.languages'))
    for (const removed of ['ja', 'vi'] as const) await spoken.getByRole('checkbox', { name: languageNames[removed] }).uncheck()
    await expect(spoken.getByRole('checkbox', { name: languageNames.zhHant })).toBeDisabled()
    const days = page.getByRole('textbox', { name: words('tenant.field.retentionDays') })
    await days.fill('99999')
    await press(page, words('common.save'))
    await expectFieldError(days, words('form.rule.maxValue', { count: 3650 }))
    await days.fill('7')
    await press(page, words('common.save'))
    await expectMessage(page, words('tenant.saved'))
    expect(await db.tenant.findUniqueOrThrow({ where: { id: tenant.id } })).toMatchObject({
      productName: 'Shuttle',
      primaryColor: blue,
      languages: ['zhHant', 'en', 'th'],
      retentionDays: 7,
      revision: 1,
    })
  })

  await test.step('its first super user sees its look, and nothing of another', async () => {
    const theirs = await visit({ language: shown, origin: `http://${hostname}:${new URL(product.origin).port}` })
    await theirs.goto('/login')
    await expect(theirs.getByRole('contentinfo')).toContainText('Shuttle')
    await expect(theirs.getByRole('combobox', { name: words('auth.language') }).getByRole('option')).toHaveText(
      (['zhHant', 'en', 'th'] as const).map((spoken) => languageNames[spoken]),
    )
    await expect(theirs.getByRole('button', { name: words('auth.signIn'), exact: true })).toHaveCSS('background-color', 'rgb(29, 78, 216)')
    await signInFirstTime(theirs, words, email, password, ownPassword)
    await expect(theirs.getByRole('heading', { level: 1, name: words('home.welcome', { product: 'Shuttle' }) })).toBeVisible()
    await theirs.goto(`/settings/user/${(await people.get('admin')).id}`)
    await expect(theirs.getByRole('heading', { level: 1, name: words('user.detail.notFound') })).toBeVisible()
  })

  await test.step('it is not deleted while it is in use, and shows what still uses it', async () => {
    const worker = await createUser(db, { tenantId: tenant.id })
    const { id: assistantId } = await createAssistant(db, { tenantId: tenant.id, createdById: worker.id })
    const end = findSection(page, words('tenant.delete.title'))
    const remove = async () => {
      await press(end, words('tenant.delete.button'))
      await confirmDialog(page, words('tenant.delete.question', { name }), words('tenant.delete.button'))
    }
    await remove()
    await expect(end.getByRole('alert')).toContainText(words('errors.code.AUTH_TENANT_FAILED_TO_DELETE'))
    await expect(end.getByRole('listitem')).toHaveText([
      words('tenant.delete.use.users', { count: 1 }),
      words('tenant.delete.use.assistants', { count: 1 }),
    ])

    await db.assistant.delete({ where: { id: assistantId } })
    await db.user.delete({ where: { id: worker.id } })
    await remove()
    await expectMessage(page, words('tenant.delete.done', { name }))
    await expect(page).toHaveURL('/settings/tenant')
    expect(await db.tenant.findUnique({ where: { id: tenant.id } })).toBeNull()
  })
})

test('an administrator changes the look and the time zone of the own tenant, and reads whom to ask for the rest', async ({
  visit,
  people,
  db,
  problems,
}) => {
  problems.expect(/404/)
  const { tenantId, join } = await people.createInstitute()
  const { email } = await join('S')
  const page = await visit({ as: await join('A'), language })
  await page.goto('/settings/tenant')
  await expect(page).toHaveURL(`/settings/tenant/${tenantId}`)
  await expect(page.getByRole('alert').filter({ hasText: t('tenant.managed.title') })).toContainText(email)
  await expect(page.getByRole('textbox', { name: t('tenant.field.retentionDays') })).not.toBeEditable()
  // Of all switches, those of light and dark and of files alone.
  const switches = page.getByRole('main').getByRole('switch', { disabled: false })
  await expect(switches).toHaveCount(2)
  await page.getByRole('switch', { name: t('tenant.field.usersChooseTheme') }).check()
  await page.getByRole('switch', { name: t('tenant.field.filesWithAnyAssistant') }).uncheck()
  await expect(page.getByRole('button', { name: t('tenant.delete.button') })).toHaveCount(0)
  await page.getByRole('textbox', { name: t('tenant.field.productName') }).fill('Loom')
  await page.getByRole('textbox', { name: t('tenant.color.label') }).fill('#1d4ed8')
  await press(page, t('common.save'))
  await expectMessage(page, t('tenant.saved'))
  expect(await db.tenant.findUnique({ where: { id: tenantId } })).toMatchObject({
    productName: 'Loom',
    primaryColor: '#1d4ed8',
    usersChooseTheme: true,
    filesWithAnyAssistant: false,
  })

  const other = await people.createInstitute()
  await page.goto(`/settings/tenant/${other.tenantId}`)
  await expect(page.getByText(t('tenant.unknown.title'))).toBeVisible()
})
