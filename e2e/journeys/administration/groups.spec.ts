// Groups: owners manage the members, administrators create, edit and delete.
import { createAssistant } from '@heddle/db/factories/assistant'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { expect, test } from '../../support/fixtures.ts'
import { chooseOption, findDialog, expectMessage, press, findRow, findSection } from '../../support/controls/forms.ts'
import { addMember, findMemberRow, removeMember, translate } from '../../support/pages/groups.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')
const language = 'en'

const shown = 'zhHant'

test('an owner adds by the exact email, changes roles and removes', async ({ visit, people, db }) => {
  const words = createTexts(shown)
  const { tenantId, join } = await people.createInstitute()
  const [owner, newcomer] = [await join('U', { name: { default: 'Olga' } }), await join('U', { name: { default: 'Nora' } })]
  const group = await createGroup(db, { tenantId, name: { default: 'Dyers' } })
  await createMembership(db, { userId: owner.id, groupId: group.id, role: 'O' })
  const page = await visit({ as: owner, language: shown })
  const role = () => db.membership.findUnique({ where: { groupId_userId: { groupId: group.id, userId: newcomer.id } } })

  await test.step('finds the own group', async () => {
    await page.goto('/settings/group')
    await findRow(page, words('group.title'), 'Dyers').getByRole('link', { name: 'Dyers' }).click()
    await expect(page).toHaveURL(`/settings/group/${group.id}`)
  })

  await test.step('adds a user whose email is known', async () => {
    await press(page, words('group.members.add'))
    const form = findDialog(page, words('group.add.title', { group: 'Dyers' }))
    await form.getByRole('searchbox').fill('Nora')
    await expect(form.getByText(words('group.add.noneExact'))).toBeVisible()
    await addMember(page, words, 'Dyers', newcomer.email.toUpperCase(), 'Nora')
    await expect(findMemberRow(page, words, 'Nora')).toContainText(newcomer.email)
    expect(await role()).toMatchObject({ role: 'U', provider: null })
  })

  await test.step('makes a member an administrator, and a member again', async () => {
    const choice = findMemberRow(page, words, 'Nora').getByRole('combobox', { name: words('group.members.roleOf', { name: 'Nora' }) })
    for (const next of ['O', 'U'] as const) {
      await choice.selectOption(next)
      await expectMessage(page, words('group.members.roleChanged', { name: 'Nora', role: words(`group.role.${next}`) }))
      await expect(choice).toHaveValue(next)
      expect(await role()).toMatchObject({ role: next })
    }
    await expect(page.getByRole('button', { name: words('group.members.lastOwner') })).toHaveAttribute('aria-disabled', 'true')
  })

  await test.step('removes a member', async () => {
    await removeMember(page, words, 'Dyers', 'Nora')
    expect(await role()).toBeNull()
  })
})

test('an administrator creates a group, names it in five languages, keeps changes of both, and deletes it by moving what it owns', async ({
  visit,
  people,
  db,
  problems,
}) => {
  problems.expect(/40[49]/)
  const { tenantId, join } = await people.createInstitute()
  const heir = await createGroup(db, { tenantId, name: { default: 'Heirs' } })
  const page = await visit({ as: await join('A'), language })
  await page.goto('/settings/group')
  await press(page, t('group.create.open'))
  const form = findDialog(page, t('group.create.title'))
  await form.getByRole('textbox', { name: t('group.field.name') }).fill('Spinning')
  await press(form, t('group.create.submit'))
  await expect(page.getByRole('heading', { level: 1, name: 'Spinning' })).toBeVisible()
  const { id } = await db.group.findFirstOrThrow({ where: { tenantId, name: { path: ['default'], equals: 'Spinning' } } })
  await expect(page).toHaveURL(`/settings/group/${id}`)

  await test.step('names it', async () => {
    const names = { zhHant: '紡紗', en: 'Spinning mill', ja: '紡績', th: 'ปั่นด้าย', vi: 'Kéo sợi' }
    await translate(page, t, { own: language, label: t('group.field.name'), texts: names })
    await press(page, t('common.save'))
    await expectMessage(page, t('group.details.saved'))
    expect((await db.group.findUniqueOrThrow({ where: { id } })).name).toEqual({ default: names.en, ...names })
    await expect(page.getByRole('heading', { level: 1, name: 'Spinning mill' })).toBeVisible()
  })

  await test.step('keeps the own change, on top of what another has changed meanwhile', async () => {
    await db.group.update({ where: { id }, data: { description: { default: 'Looms' }, revision: { increment: 1 } } })
    await page
      .getByRole('textbox', { name: t('group.field.description') })
      .first()
      .fill('Air jet')
    await press(page, t('common.save'))
    const conflict = findDialog(page, t('form.conflict.title'))
    const line = conflict.getByRole('row').filter({ has: page.getByRole('rowheader', { name: t('group.field.description') }) })
    await expect(line.getByRole('cell')).toHaveText(['Air jet', 'Looms'])
    await press(conflict, t('form.conflict.keepMine'))
    await expect(conflict).toBeHidden()
    await expect.poll(async () => (await db.group.findUniqueOrThrow({ where: { id } })).description).toEqual({ default: 'Air jet' })
  })

  await test.step('deletes it', async () => {
    const assistant = await createAssistant(db, { tenantId, groupId: id, name: { default: 'Ring frame expert' } })
    await page.reload()
    await expect(findSection(page, t('group.assets.title'))).toContainText('Ring frame expert')
    await press(page, t('group.delete.action'))
    const ask = findDialog(page, t('group.delete.title', { name: 'Spinning mill' }))
    await expect(ask.getByText('Ring frame expert')).toBeVisible()
    const confirm = ask.getByRole('button', { name: t('group.delete.moveAndDelete') })
    await expect(confirm).toBeDisabled()
    await chooseOption(page, ask.getByRole('combobox', { name: t('group.delete.moveTo') }), 'Heirs')
    await confirm.click()
    await expectMessage(page, t('group.delete.done', { name: 'Spinning mill' }))
    await expect(page).toHaveURL('/settings/group')
    expect(await db.group.findUnique({ where: { id } })).toBeNull()
    expect(await db.assistant.findUniqueOrThrow({ where: { id: assistant.id } })).toMatchObject({ groupId: heir.id })
  })
})
