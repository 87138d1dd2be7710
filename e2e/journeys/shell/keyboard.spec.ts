// The main tasks with the keyboard alone.
import { createGroup } from '@heddle/db/factories/group'
import { createChatScreen, createDirective, getExpertName, prepareChat } from '../../support/pages/chat.ts'
import { expect, test } from '../../support/fixtures.ts'
import { findDialog, expectMessage } from '../../support/controls/forms.ts'
import { createWeavers, findMemberRow, openGroup } from '../../support/pages/groups.ts'
import { keyboard, tabUntil } from '../../support/controls/hands.ts'
import { createTexts } from '../../support/texts.ts'
import { openUsers } from '../../support/pages/users.ts'

const t = createTexts('en')
const language = 'en'

test('a user signs in, opens a chat, asks and stops with the keyboard alone', async ({ visit, people }) => {
  const member = await people.invite()
  const page = await visit({ language })
  await page.goto('/login')
  await expect(page.getByRole('textbox', { name: t('auth.email'), exact: true })).toBeFocused()
  await page.keyboard.type(member.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(member.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: t('home.welcome', { product: 'Heddle' }) })).toBeVisible()

  await tabUntil(page.getByRole('navigation').getByRole('link', { name: t('shell.menu.newChat') }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: t('chat.start.heading') })).toBeVisible()
  const expert = page.getByRole('main').getByRole('button', { name: getExpertName(language) })
  await expect(expert).toBeVisible()
  await tabUntil(expert)
  await page.keyboard.press('Enter')

  const chat = createChatScreen(page, t)
  await expect(page.getByRole('heading', { level: 1, name: getExpertName(language) })).toBeVisible()
  await keyboard.fill(chat.composer, `How strong is silk? ${createDirective('endless,tps=30')}`)
  await page.keyboard.press('Enter')
  await chat.readAtLeast(20)
  await expect(chat.composer).toBeFocused()
  await tabUntil(chat.stop)
  await page.keyboard.press('Enter')
  await expect(chat.reply.getByText(t('chat.message.stopped'))).toBeVisible()
})

test('the first Tab stop skips the menu', async ({ visit, people }) => {
  const page = await visit({ as: await people.get('member'), language })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: t('shell.skip') })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('link', { name: t('home.newChat') })).toBeFocused()
})

test('a dialog traps the focus, stays open on Escape, and returns the focus; Enter that ends a composition does not send', async ({
  visit,
  people,
  db,
}) => {
  const member = await people.invite()
  const { path } = await prepareChat(db, member, language, 'Yarn counts')
  const page = await visit({ as: member, language })
  await page.goto(path)
  const more = page.getByRole('button', { name: t('chat.header.more'), exact: true })
  await more.focus()
  await page.keyboard.press('Enter')
  // The menu takes the focus after it is shown.
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1)
  await page.getByRole('menuitem', { name: t('chat.header.delete') }).focus()
  await page.keyboard.press('Enter')
  const ask = page.getByRole('dialog', { name: t('history.delete.title') })
  await expect(ask.getByRole('button', { name: t('common.cancel'), exact: true })).toBeFocused()
  for (let stop = 0; stop < 6; stop += 1) {
    await page.keyboard.press('Tab')
    await expect(ask.locator(':focus')).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(ask).toBeVisible()
  await ask.getByRole('button', { name: t('common.cancel'), exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(ask).toBeHidden()
  await expect(more).toBeFocused()

  await test.step('Enter that ends a composition does not send, Shift and Enter adds a line', async () => {
    const chat = createChatScreen(page, t)
    await chat.composer.focus()

    const input = await page.context().newCDPSession(page)
    await input.send('Input.imeSetComposition', { text: 'ㄇㄧㄢˊ', selectionStart: 4, selectionEnd: 4 })
    // As Chromium reports the key while an input method is open: code 229, and isComposing.
    await chat.composer.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true, bubbles: true, cancelable: true })
    await input.send('Input.insertText', { text: '棉' })
    // Safari ends the composition before it reports the key.
    await chat.composer.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: false, bubbles: true, cancelable: true })
    await expect(chat.composer).toHaveValue('棉')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('?')
    await expect(chat.composer).toHaveValue('棉\n?')
    await expect(page.getByRole('article')).toHaveCount(0)

    await page.keyboard.press('Enter')
    await chat.expectDone()
  })
})

test('an administrator creates a user', async ({ visit, people, db }) => {
  const { tenantId, join } = await people.createInstitute()
  const group = await createGroup(db, { tenantId, name: { default: 'Spinners' } })
  const page = await visit({ as: await join('A'), language })
  await openUsers(page, t)
  const open = page.getByRole('button', { name: t('user.create.open') })
  await tabUntil(open)
  await page.keyboard.press('Enter')
  const form = findDialog(page, t('user.create.title'))
  await expect(form.getByRole('textbox', { name: t('user.field.name') })).toBeFocused()
  await page.keyboard.type('Nadia')
  await tabUntil(form.getByRole('textbox', { name: t('user.field.email') }))
  await page.keyboard.type(`nadia@${tenantId}.test`)
  await tabUntil(form.getByRole('combobox', { name: t('user.create.addGroup') }))
  await page.keyboard.type('spin')
  await expect(page.getByRole('option')).toHaveText(['Spinners'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabUntil(form.getByRole('button', { name: t('user.create.submit') }))
  await page.keyboard.press('Enter')
  const done = findDialog(page, t('user.create.done', { name: 'Nadia' }))
  await expect(done.getByRole('button', { name: t('user.password.close') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(done).toBeHidden()
  const created = await db.user.findFirstOrThrow({ where: { emailKey: `nadia@${tenantId}.test` }, include: { memberships: true } })
  expect(created.memberships).toMatchObject([{ groupId: group.id, role: 'U' }])
})

test('an owner renames a group and takes a member out', async ({ visit, people, db }) => {
  const { tenantId, join } = await people.createInstitute()
  const [owner, member] = [await join('U', { name: { default: 'Olga' } }), await join('U', { name: { default: 'Mia' } })]
  const { id } = await createWeavers(db, { tenantId, owner, member })
  const page = await visit({ as: owner, language })
  await openGroup(page, id, 'Weavers')
  await tabUntil(page.getByRole('textbox', { name: t('group.field.name') }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Tailors')
  await page.keyboard.press('Enter')
  await expectMessage(page, t('group.details.saved'))
  await expect(page.getByRole('heading', { level: 1, name: 'Tailors' })).toBeVisible()

  await tabUntil(page.getByRole('button', { name: t('group.members.remove', { name: 'Mia' }) }))
  await page.keyboard.press('Enter')
  const ask = findDialog(page, t('group.members.removeTitle', { name: 'Mia', group: 'Tailors' }))
  await expect(ask.locator(':focus')).toHaveCount(1)
  await tabUntil(ask.getByRole('button', { name: t('group.members.removeConfirm') }))
  await page.keyboard.press('Enter')
  await expect(findMemberRow(page, t, 'Mia')).toHaveCount(0)
  expect(await db.membership.count({ where: { groupId: id } })).toBe(1)
})
