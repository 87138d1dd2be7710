// The administration of an institute's users: search, create, import, disable and delete.
import { randomUUID } from 'node:crypto'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createUser } from '@heddle/db/factories/user'
import { splitCells, download, splitLines } from '../../support/controls/csv.ts'
import { expect, test } from '../../support/fixtures.ts'
import {
  chooseFiles,
  confirmDialog,
  chooseOption,
  readColumn,
  findDialog,
  expectFieldError,
  expectMessage,
  press,
  findRow,
  searchFor,
} from '../../support/controls/forms.ts'
import { createTexts } from '../../support/texts.ts'
import { signInFirstTime, chooseFor, openUsers, readPassword } from '../../support/pages/users.ts'

const t = createTexts('en')
const language = 'en'
const users = t('user.title')
const ownPassword = 'seven shuttles fly at dawn'

const padNumber = (index: number) => String(index).padStart(2, '0')

const rangeText = (from: number, to: number, total: number) => t('table.rangeOfTotal', { from, to, total: total.toLocaleString() })

test('an administrator pages, sorts, searches and filters, and the address keeps it', async ({ visit, people, db }) => {
  const { tenantId, join } = await people.createInstitute()
  const admin = await join('A', { name: { default: 'Adam Admin' } })
  const spinners = await createGroup(db, { tenantId, name: { default: 'Spinners' } })
  for (let index = 1; index <= 44; index += 1) {
    const { id } = await createUser(db, { tenantId, name: { default: `Weaver ${padNumber(index)}` }, email: `w${randomUUID()}@x.test` })
    if (index <= 2) await createMembership(db, { userId: id, groupId: spinners.id })
  }
  const page = await visit({ as: admin, language })
  const table = await openUsers(page, t)
  const weavers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `Weaver ${padNumber(from + index)}`)
  const names = () => readColumn(page, users, t('user.field.name'))

  await test.step('pages', async () => {
    await expect(page.getByRole('status').getByText(rangeText(1, 20, 45))).toBeVisible()
    await expect.poll(names).toEqual(['Adam Admin', ...weavers(1, 19)])
    await press(page, t('table.next'))
    await expect(page.getByRole('status').getByText(rangeText(21, 40, 45))).toBeVisible()
    await page.reload()
    await expect(table.getByRole('rowheader', { name: 'Weaver 39' })).toBeVisible()
    await expect.poll(names).toEqual(weavers(20, 39))
  })

  await test.step('has the room of the window, and breaks no word', async () => {
    const before = page.viewportSize()
    await page.setViewportSize({ width: 1920, height: 900 })
    await expect.poll(async () => (await table.boundingBox())?.width).toBeGreaterThan(1400)
    await expect(table.getByRole('cell').first()).toHaveCSS('word-break', 'keep-all')
    if (before) await page.setViewportSize(before)
  })

  await test.step('sorts', async () => {
    await press(table, t('user.field.name'))
    await expect(table.getByRole('columnheader', { name: t('user.field.name') })).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(names).toEqual(weavers(25, 44).toReversed())
  })

  await test.step('searches', async () => {
    await searchFor(page, t('user.search'), 'WEAVER 07')
    await expect(table.getByRole('rowheader')).toHaveText(['Weaver 07'])
    await searchFor(page, t('user.search'), 'unknown at all')
    await expect(page.getByText(t('user.empty.filtered'))).toBeVisible()
    await press(page, t('table.clearFilters'))
    await expect(table.getByRole('rowheader')).toHaveCount(20)
  })

  await test.step('filters', async () => {
    const group = page.getByRole('search').getByRole('combobox', { name: t('user.field.group') })
    await chooseOption(page, group, 'Spinners')
    await expect(table.getByRole('rowheader')).toHaveText(['Weaver 02', 'Weaver 01'])
    await page.reload()
    await expect(table.getByRole('rowheader')).toHaveText(['Weaver 02', 'Weaver 01'])
    await expect(group).toHaveValue('Spinners')
  })
})

/** Returns a CSV of so many new users. */
function createCsv(count: number, groups = '') {
  const key = randomUUID().slice(0, 8)
  const rows = Array.from({ length: count }, (_, index) => `Person ${index},p${index}-${key}@heddle.test,,en,${groups}`)
  return ['name,email,account,language,groups', ...rows].join('\n')
}

const toFile = (csv: string) => ({ name: 'weavers.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })

test('an administrator creates a user, who signs in and chooses a password, and imports others', async ({
  visit,
  people,
  db,
  problems,
}) => {
  problems.expect(/40[39]/)
  const shown = 'th'
  const words = createTexts(shown)
  const { tenantId, join } = await people.createInstitute()
  const admin = await join('A')
  const group = await createGroup(db, { tenantId, name: { default: 'Dyers' } })
  const page = await visit({ as: admin, language: shown })
  await openUsers(page, words)

  await test.step('creates one', async () => {
    await press(page, words('user.create.open'))
    const form = findDialog(page, words('user.create.title'))
    const email = form.getByRole('textbox', { name: words('user.field.email') })
    await press(form, words('user.create.submit'))
    await expectFieldError(email, words('form.rule.required'))

    await form.getByRole('textbox', { name: words('user.field.name') }).fill('วิภา 織女')
    await email.fill(admin.email)
    await chooseOption(page, form.getByRole('combobox', { name: words('user.create.addGroup') }), 'Dyers')
    await press(form, words('user.create.submit'))
    await expectFieldError(email, words('errors.code.AUTH_EMAIL_EXISTS'))
    const address = `${randomUUID()}@heddle.test`
    await email.fill(address)
    await press(form, words('user.create.submit'))
    const password = await readPassword(page, words, words('user.create.done', { name: 'วิภา 織女' }))

    await expect(findRow(page, words('user.title'), 'วิภา 織女')).toContainText(address)
    const created = await db.user.findFirstOrThrow({ where: { emailKey: address }, include: { memberships: true } })
    expect(created).toMatchObject({ tenantId, mustChangePassword: true, memberships: [{ groupId: group.id, role: 'U' }] })

    await signInFirstTime(await visit({ language: shown }), words, address, password, ownPassword)
    expect((await db.user.findUniqueOrThrow({ where: { id: created.id } })).mustChangePassword).toBe(false)
  })

  const form = findDialog(page, words('user.import.title'))
  await test.step('what is wrong in a file is said by line, and nothing is written', async () => {
    await press(page, words('user.import.open'))
    const template = await download(page, () => press(form, words('user.import.template')))
    expect(splitLines(template)[0]).toBe('name,email,account,language,groups')
    const bad = `${createCsv(1, 'Dyers')}\nTaken,${admin.email.toUpperCase()},,en,`
    await chooseFiles(page, words('user.import.choose'), toFile(bad))
    await expect(form.getByRole('alert')).toContainText(words('user.import.bad', { count: 1 }))
    const line = form.getByRole('row').filter({ has: page.getByRole('cell', { name: '3', exact: true }) })
    await expect(line).toContainText(words('user.import.problem.exists'))
  })

  await test.step('those of a good one are created, and their passwords are in a file', async () => {
    await press(form, words('user.import.otherFile'))
    await chooseFiles(page, words('user.import.choose'), toFile(createCsv(100, 'Dyers')))
    await expect(form.getByRole('status').getByText(words('user.import.ready', { count: 100 }))).toBeVisible()
    expect(await db.user.count({ where: { tenantId } })).toBe(2)
    await press(form, words('user.import.create', { count: 100 }))
    await expect(form.getByText(words('user.import.done', { count: 100 }))).toBeVisible()
    expect(await db.membership.count({ where: { groupId: group.id } })).toBe(101)
    const [, ...lines] = splitLines(await download(page, () => press(form, words('user.import.downloadPasswords'))))
    expect(new Set(lines.map((line) => splitCells(line)[2])).size).toBe(100)
    await form
      .getByRole('button', { name: words('common.close'), exact: true })
      .last()
      .click()
    await expect(form).toBeHidden()
    await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(20)
  })
})

test('an administrator disables several at once, resets a password and deletes one, and nothing of another administrator', async ({
  visit,
  people,
  db,
}) => {
  const { tenantId, join } = await people.createInstitute()
  const admin = await join('A', { name: { default: 'Adam' } })
  const names = ['Anna', 'Ben']
  for (const name of names) await join('U', { name: { default: name } })
  const other = await join('A', { name: { default: 'Agnes' } })
  const page = await visit({ as: admin, language })
  const table = await openUsers(page, t)

  await test.step('disables two', async () => {
    for (const name of names) await table.getByRole('checkbox', { name: t('table.selectRow', { name }) }).check()
    await press(page.getByRole('region', { name: t('table.bulk') }), t('user.disable.action'))
    await confirmDialog(page, t('user.disable.titleMany', { count: 2 }), t('user.disable.action'))
    await expectMessage(page, t('user.disable.done', { count: 2 }))
    for (const name of names) await expect(findRow(page, users, name)).toContainText(t('user.status.disabled'))
    expect(await db.user.count({ where: { tenantId, status: 'disabled' } })).toBe(2)
  })

  await test.step('lets one in again, with a new password', async () => {
    await chooseFor(page, t, 'Anna', t('user.enable.action'))
    await expect(findRow(page, users, 'Anna')).toContainText(t('user.status.active'))
    await chooseFor(page, t, 'Anna', t('user.reset.open'))
    await press(findDialog(page, t('user.reset.title', { name: 'Anna' })), t('user.reset.submit'))
    expect(await readPassword(page, t, t('user.reset.done', { name: 'Anna' }))).not.toBe('')
    expect(await db.user.count({ where: { tenantId, mustChangePassword: true } })).toBe(1)
  })

  await test.step('deletes the other, who is removed', async () => {
    await chooseFor(page, t, 'Ben', t('user.delete.action'))
    const ask = findDialog(page, t('user.delete.title', { name: 'Ben' }))
    await expect(ask.getByText(t('user.delete.laterText', { count: 30 }))).toBeVisible()
    await press(ask, t('user.delete.action'))
    await expectMessage(page, t('user.delete.done', { name: 'Ben' }))
    await expect(table.getByRole('rowheader')).toHaveText(['Adam', 'Agnes', 'Anna'])
  })

  await test.step('what may not be done to another administrator is disabled, with the reason', async () => {
    await expect(table.getByRole('checkbox', { name: t('table.selectRow', { name: 'Agnes' }) })).toBeDisabled()
    await press(findRow(page, users, 'Agnes'), t('user.menu.label', { name: 'Agnes' }))
    await expect(page.getByRole('menuitem')).toHaveText([t('user.menu.open')])
    await page.getByRole('menuitem', { name: t('user.menu.open') }).click()
    await expect(page).toHaveURL(`/settings/user/${other.id}`)
    for (const deed of [t('user.detail.changeEmail'), t('user.reset.open'), t('user.disable.action'), t('user.delete.action')]) {
      const button = page.getByRole('button', { name: deed, exact: true })
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      await expect(button).toHaveAccessibleDescription(t('user.reason.superOnly'))
      await button.click({ force: true })
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    const role = page.getByRole('combobox', { name: t('user.field.role') })
    await expect(role).toBeDisabled()
    await expect(role).toHaveAccessibleDescription(t('user.reason.superOnly'))
    await expect(page.getByRole('textbox', { name: t('user.field.name') })).toBeDisabled()

    await page.goBack()
    await findRow(page, users, 'Adam').getByRole('link', { name: 'Adam' }).click()
    await expect(page.getByRole('button', { name: t('user.delete.action'), exact: true })).toHaveAccessibleDescription(
      t('user.reason.ownDeletion'),
    )
  })
})
