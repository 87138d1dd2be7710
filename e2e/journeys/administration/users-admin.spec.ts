// The administration of an institute's users: search, create, import, disable and delete.
import { randomUUID } from 'node:crypto'
import { createChatShare, createMessage } from '@heddle/db/factories/chat'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createUser } from '@heddle/db/factories/user'
import type { Locator, Page } from '@playwright/test'
import { createChatScreen, fillIn, prepareChat } from '../../support/pages/chat.ts'
import { splitCells, download, splitLines } from '../../support/controls/csv.ts'
import { expect, test } from '../../support/fixtures.ts'
import {
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
import { type Texts, createTexts } from '../../support/texts.ts'
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
    const number = padNumber(index)
    const status = index === 44 ? 'disabled' : 'active'
    const { id } = await createUser(db, { tenantId, name: { default: `Weaver ${number}` }, email: `w${randomUUID()}@x.test`, status })
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
    await expect.poll(names).toEqual(weavers(20, 39))
    await page.reload()
    await expect(table.getByRole('rowheader', { name: 'Weaver 39' })).toBeVisible()
    await expect.poll(names).toEqual(weavers(20, 39))
    await press(page, t('table.next'))
    await expect(page.getByRole('status').getByText(rangeText(41, 45, 45))).toBeVisible()
    await expect.poll(names).toEqual(weavers(40, 44))
    await press(page, t('table.previous'))
    await expect(table.getByRole('rowheader', { name: 'Weaver 20' })).toBeVisible()
    await page.goBack()
    await expect(table.getByRole('rowheader', { name: 'Weaver 44' })).toBeVisible()
  })

  await test.step('has the room of the window, and breaks no word', async () => {
    const before = page.viewportSize()
    await page.setViewportSize({ width: 1920, height: 900 })
    await expect.poll(async () => (await table.boundingBox())?.width).toBeGreaterThan(1400)
    await expect(table.getByRole('cell').first()).toHaveCSS('word-break', 'keep-all')
    if (before) await page.setViewportSize(before)
  })

  await test.step('sorts', async () => {
    await openUsers(page, t)
    await press(table, t('user.field.name'))
    await expect(table.getByRole('columnheader', { name: t('user.field.name') })).toHaveAttribute('aria-sort', 'descending')
    await expect(table.getByRole('row').nth(1)).toContainText('Weaver 44')
    await expect.poll(names).toEqual(weavers(25, 44).toReversed())
  })

  await test.step('searches', async () => {
    await openUsers(page, t)
    await searchFor(page, t('user.search'), 'WEAVER 07')
    await expect(table.getByRole('rowheader')).toHaveText(['Weaver 07'])
    await page.reload()
    await expect(page.getByRole('searchbox', { name: t('user.search') })).toHaveValue('WEAVER 07')
    await expect(table.getByRole('rowheader')).toHaveText(['Weaver 07'])
    await press(page, t('table.clearSearch'))
    await expect(table.getByRole('rowheader')).toHaveCount(20)
    await searchFor(page, t('user.search'), 'unknown at all')
    await expect(page.getByText(t('user.empty.filtered'))).toBeVisible()
    await press(page, t('table.clearFilters'))
    await expect(table.getByRole('rowheader')).toHaveCount(20)
  })

  await test.step('filters, and goes back', async () => {
    const filters = page.getByRole('search')
    await chooseOption(page, filters.getByRole('combobox', { name: t('user.field.role') }), t('user.role.A'))
    await expect(table.getByRole('rowheader')).toHaveText(['Adam Admin'])
    await page.goBack()
    await expect(table.getByRole('rowheader')).toHaveCount(20)
    await chooseOption(page, filters.getByRole('combobox', { name: t('user.field.status') }), t('user.status.disabled'))
    await expect(table.getByRole('rowheader')).toHaveText(['Weaver 44'])
    await press(page, t('table.clearFilters'))
    await chooseOption(page, filters.getByRole('combobox', { name: t('user.field.group') }), 'Spinners')
    await expect(table.getByRole('rowheader')).toHaveText(['Weaver 01', 'Weaver 02'])
    await page.reload()
    await expect(table.getByRole('rowheader')).toHaveText(['Weaver 01', 'Weaver 02'])
    await expect(filters.getByRole('combobox', { name: t('user.field.group') })).toHaveValue('Spinners')
  })
})

test('an administrator creates a user, who signs in and chooses a password', async ({ visit, people, db, problems }) => {
  problems.expect(/40[39]/)
  const shown = 'th'
  const words = createTexts(shown)
  const { tenantId, join } = await people.createInstitute()
  const admin = await join('A')
  const group = await createGroup(db, { tenantId, name: { default: `Dyers ${randomUUID().slice(0, 8)}` } })
  const page = await visit({ as: admin, language: shown })
  await openUsers(page, words)
  await press(page, words('user.create.open'))
  const form = findDialog(page, words('user.create.title'))
  const email = form.getByRole('textbox', { name: words('user.field.email') })
  await press(form, words('user.create.submit'))
  await expectFieldError(email, words('form.rule.required'))

  await form.getByRole('textbox', { name: words('user.field.name') }).fill('วิภา 織女')
  await email.fill(admin.email)
  await chooseOption(page, form.getByRole('combobox', { name: words('user.create.addGroup') }), (group.name as { default: string }).default)
  await press(form, words('user.create.submit'))
  await expectFieldError(email, words('errors.code.AUTH_EMAIL_EXISTS'))
  const address = `${randomUUID()}@heddle.test`
  await email.fill(address)
  await press(form, words('user.create.submit'))
  const password = await readPassword(page, words, words('user.create.done', { name: 'วิภา 織女' }))

  await expect(findRow(page, words('user.title'), 'วิภา 織女')).toContainText(address)
  const created = await db.user.findFirstOrThrow({ where: { emailKey: address }, include: { memberships: true } })
  expect(created).toMatchObject({ tenantId, role: 'U', status: 'active', mustChangePassword: true, name: { default: 'วิภา 織女' } })
  expect(created.memberships).toMatchObject([{ groupId: group.id, role: 'U' }])

  await signInFirstTime(await visit({ language: shown }), words, address, password, ownPassword)
  expect((await db.user.findUniqueOrThrow({ where: { id: created.id } })).mustChangePassword).toBe(false)
})

async function chooseFile(page: Page, words: Texts, scope: Locator, csv: string) {
  const asked = page.waitForEvent('filechooser')
  await press(scope, words('user.import.choose'))
  await (await asked).setFiles({ name: 'weavers.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
}

/** Returns a CSV of so many new users. */
function createCsv(count: number, groups = '') {
  const key = randomUUID().slice(0, 8)
  const rows = Array.from({ length: count }, (_, index) => `Person ${index},p${index}-${key}@heddle.test,,en,${groups}`)
  return ['name,email,account,language,groups', ...rows].join('\n')
}

test('a CSV with bad rows is rejected by line, and a good one creates users with passwords', async ({ visit, people, db, problems }) => {
  problems.expect(/403/)
  const { tenantId, join } = await people.createInstitute()
  const admin = await join('A')
  await createGroup(db, { tenantId, name: { default: 'Knitters' } })
  const page = await visit({ as: admin, language })
  await openUsers(page, t)
  await press(page, t('user.import.open'))
  const form = findDialog(page, t('user.import.title'))

  await test.step('the template has the columns', async () => {
    const template = await download(page, () => press(form, t('user.import.template')))
    expect(splitLines(template)[0]).toBe('name,email,account,language,groups')
  })

  await test.step('what is wrong is said by line, and nothing is written', async () => {
    const bad = [
      'name,email,account,language,groups',
      'Right,right@bad.test,,en,Knitters',
      'No address,,,en,',
      `Taken,${admin.email.toUpperCase()},,en,`,
      'Nonsense,not an address,,en,',
      'Twice,RIGHT@bad.test,,en,',
      'Lost,lost@bad.test,,en,No such group',
      'Tongue,tongue@bad.test,,xx,',
    ]
    await chooseFile(page, t, form, bad.join('\n'))
    await expect(form.getByRole('alert')).toContainText(t('user.import.bad', { count: 6 }))
    const line = (number: number) => form.getByRole('row').filter({ has: page.getByRole('cell', { name: String(number), exact: true }) })
    for (const [number, column, problem] of [
      [3, 'email', 'required'],
      [4, 'email', 'exists'],
      [5, 'email', 'invalid'],
      [6, 'email', 'repeated'],
      [7, 'groups', 'unknown_group'],
      [8, 'language', 'invalid'],
    ] as const) {
      await expect(line(number)).toContainText(column)
      await expect(line(number)).toContainText(t(`user.import.problem.${problem}`))
    }
    expect(await db.user.count({ where: { tenantId } })).toBe(1)
  })

  const lines = await test.step('a good one is checked and then created', async () => {
    await press(form, t('user.import.otherFile'))
    await chooseFile(page, t, form, createCsv(300, 'Knitters'))
    await expect(form.getByRole('status').getByText(t('user.import.ready', { count: 300 }))).toBeVisible()
    expect(await db.user.count({ where: { tenantId } })).toBe(1)
    await press(form, t('user.import.create', { count: 300 }))
    await expect(form.getByText(t('user.import.done', { count: 300 }))).toBeVisible({ timeout: 30_000 })
    expect(await db.user.count({ where: { tenantId, mustChangePassword: true } })).toBe(300)
    expect(await db.membership.count({ where: { group: { tenantId } } })).toBe(300)
    const [, ...given] = splitLines(await download(page, () => press(form, t('user.import.downloadPasswords'))))
    return given.map(splitCells)
  })

  await test.step('the passwords are in the file, and open the door', async () => {
    expect(lines).toHaveLength(300)
    expect(new Set(lines.map(([, , password]) => password)).size).toBe(300)
    const [email = '', , password = ''] = lines[123] ?? []
    await signInFirstTime(await visit({ language }), t, email, password, ownPassword)
    await form
      .getByRole('button', { name: t('common.close'), exact: true })
      .last()
      .click()
    await expect(form).toBeHidden()
    await expect(page.getByRole('status').getByText(rangeText(1, 20, 301))).toBeVisible()
  })
})

test('5,000 users are imported with a progress bar', async ({ visit, people, db }) => {
  const { tenantId, join } = await people.createInstitute()
  const page = await visit({ as: await join('A'), language })
  await openUsers(page, t)
  await press(page, t('user.import.open'))
  const form = findDialog(page, t('user.import.title'))
  await chooseFile(page, t, form, createCsv(5_000))
  await press(form, t('user.import.create', { count: 5_000 }))
  const progress = form.getByRole('progressbar', { name: t('user.import.step.passwords') })
  await expect(progress).toHaveAttribute('aria-valuenow', /^[1-9]/)
  // All users are created in one transaction.
  expect([1, 5_001]).toContain(await db.user.count({ where: { tenantId } }))
  await expect(form.getByText(t('user.import.done', { count: 5_000 }))).toBeVisible({ timeout: 60_000 })
  expect(await db.user.count({ where: { tenantId } })).toBe(5_001)
})

test('an administrator disables several at once, and resets a password', async ({ visit, people, db, problems }) => {
  problems.expect(/40[13]/)
  const { tenantId, join } = await people.createInstitute()
  const admin = await join('A')
  const [anna, ben] = [await join('U', { name: { default: 'Anna' } }), await join('U', { name: { default: 'Ben' } })]
  const page = await visit({ as: admin, language })
  const table = await openUsers(page, t)
  const annas = await visit({ as: anna, language })
  await annas.goto('/')

  await test.step('disables two', async () => {
    for (const { name } of [anna, ben]) await table.getByRole('checkbox', { name: t('table.selectRow', { name }) }).check()
    await press(page.getByRole('region', { name: t('table.bulk') }), t('user.disable.action'))
    await confirmDialog(page, t('user.disable.titleMany', { count: 2 }), t('user.disable.action'))
    await expectMessage(page, t('user.disable.done', { count: 2 }))
    for (const { name } of [anna, ben]) await expect(findRow(page, users, name)).toContainText(t('user.status.disabled'))
    expect(await db.user.count({ where: { tenantId, status: 'disabled' } })).toBe(2)
  })

  await test.step('who is disabled is out, and does not come in', async () => {
    await annas.reload()
    await expect(annas).toHaveURL(/\/login/)
    await fillIn(annas, t, 'email', anna.email, anna.password)
    await expect(annas.getByRole('alert')).toContainText(t('errors.code.AUTH_LOGIN_FAILED'))
  })

  await test.step('lets one in again, with a new password', async () => {
    await chooseFor(page, t, 'Anna', t('user.enable.action'))
    await expect(findRow(page, users, 'Anna')).toContainText(t('user.status.active'))
    await chooseFor(page, t, 'Anna', t('user.reset.open'))
    await press(findDialog(page, t('user.reset.title', { name: 'Anna' })), t('user.reset.submit'))
    const password = await readPassword(page, t, t('user.reset.done', { name: 'Anna' }))
    await signInFirstTime(annas, t, anna.email, password, ownPassword)
  })
})

test('a deleted user is removed, and shared chats stay without the name', async ({ visit, people, db }) => {
  const author = await people.invite('member', { name: { default: `Author ${randomUUID().slice(0, 8)}` } })
  const { id } = await prepareChat(db, author, 'en', 'Yarn counts')
  await createMessage(db, { chatId: id, content: 'What is Nm 40?' })
  await createMessage(db, { chatId: id, role: 'assistant', status: 'completed', content: 'Forty metres weigh one gram.' })
  await createChatShare(db, { chatId: id })

  const page = await visit({ as: await people.get('admin'), language })
  await openUsers(page, t)
  await searchFor(page, t('user.search'), author.name)
  await chooseFor(page, t, author.name, t('user.delete.action'))
  const ask = findDialog(page, t('user.delete.title', { name: author.name }))
  await expect(ask.getByText(t('user.delete.laterText', { count: 30 }))).toBeVisible()
  await press(ask, t('user.delete.action'))
  await expectMessage(page, t('user.delete.done', { name: author.name }))
  await expect(page.getByText(t('user.empty.filtered'))).toBeVisible()
  expect(await db.user.findUniqueOrThrow({ where: { id: author.id } })).toMatchObject({
    status: 'deleted',
    name: { default: '' },
    email: null,
    account: null,
    passwordHash: null,
  })

  const reader = await visit({ as: await people.get('member'), language })
  await reader.goto(`/chat/${id}/view`)
  await expect(createChatScreen(reader, t).text).toContainText('Forty metres weigh one gram.')
  await expect(reader.getByText(t('common.deletedUser'), { exact: true })).toBeVisible()
  await expect(reader.getByText(author.name)).toHaveCount(0)
})

test('actions that an administrator may not take on another one are disabled, with the reason', async ({ visit, people }) => {
  const { join } = await people.createInstitute()
  const [admin, other] = [await join('A'), await join('A', { name: { default: 'Agnes' } })]
  const page = await visit({ as: admin, language })
  const table = await openUsers(page, t)
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

  await page.goto(`/settings/user/${admin.id}`)
  await expect(page.getByRole('button', { name: t('user.delete.action'), exact: true })).toHaveAccessibleDescription(
    t('user.reason.ownDeletion'),
  )
})
