// The order of the chats: folders in the drawer by mouse and by keyboard, and many chats at once.
import { createChat } from '@heddle/db/factories/chat'
import { findButton, findDialog, press } from '../../support/controls/forms.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import { listLooks } from '../../support/looks.ts'
import { createChatScreen, createDirective, getExpertName, readChatId } from '../../support/pages/chat.ts'
import { createTexts } from '../../support/texts.ts'

for (const look of listLooks('en-light-desk'))
  test(`a member keeps chats in a folder, starts one there, and archives two at once (${look.name})`, async ({ visit, people, db }) => {
    const { language, isPhone } = look
    const t = createTexts(language)
    const member = await people.invite('member')
    for (const title of ['Wool', 'Silk', 'Hemp', 'Jute', 'Sisal']) await createChat(db, { ownerId: member.id, assistantId: null, title })
    const readChat = (title: string) => db.chat.findFirstOrThrow({ where: { ownerId: member.id, title } })
    const wool = await readChat('Wool')
    const page = await visit({ as: member, ...look })
    const drawer = page.getByRole('navigation', { name: t('shell.landmark.history') })
    const folder = drawer.getByRole('button', { name: /^Dyeing/ })
    const findMenu = (title: string) => drawer.getByRole('button', { name: t('history.menu.label', { title }) })

    // A phone has the drawer above the page, until the user goes to another.
    const openDrawer = async () => {
      if (isPhone) await press(page, t('shell.drawer.open'))
    }

    const inside = drawer.getByRole('list', { name: 'Dyeing' })

    await test.step('moves a chat by keyboard, into a folder that is made of what was typed', async () => {
      await page.goto('/chat/search')
      await openDrawer()
      await findMenu('Wool').focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: t('history.order.move') }).press('Enter')
      await expect(findDialog(page, t('folder.move.title', { title: 'Wool' })).getByRole('textbox')).toBeFocused()
      await page.keyboard.type('Dyeing')
      await screenshot(page, `folders-move-${look.name}`)
      await page.keyboard.press('Enter')
      await folder.press('Enter')
      await expect(inside.getByRole('link', { name: 'Wool' })).toBeVisible()
      await expect(drawer.getByRole('link', { name: 'Wool' })).toHaveCount(1)
      // A moved chat is not a changed one.
      expect((await readChat('Wool')).updatedAt).toEqual(wool.updatedAt)
    })

    await test.step('gives the folder a color and an expert', async () => {
      await press(drawer, t('folder.menu', { name: 'Dyeing' }))
      await page.getByRole('menuitem', { name: t('folder.edit') }).click()
      const dialog = findDialog(page, t('folder.editTitle'))
      await dialog.getByRole('radio', { name: t('folder.colors.teal') }).click()
      await dialog.getByRole('combobox', { name: t('folder.expert') }).click()
      await page.getByRole('option', { name: getExpertName(language) }).click()
      await expectAccessible(page)
      await screenshot(page, `folders-edit-${look.name}`)
      await press(dialog, t('common.save'))
      await expect(dialog).toBeHidden()
    })

    await test.step('puts a file into it, and learns why another is refused', async () => {
      await press(drawer, t('folder.menu', { name: 'Dyeing' }))
      await page.getByRole('menuitem', { name: t('folder.files.heading') }).click()
      const dialog = findDialog(page, t('folder.files.title', { name: 'Dyeing' }))
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(dialog, t('folder.files.add'))])
      await chooser.setFiles([
        { name: 'madder.txt', mimeType: 'text/plain', buffer: Buffer.from('Madder dyes red.') },
        { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.from('') },
      ])
      await expect(dialog.getByRole('listitem')).toHaveText([/^madder\.txt/])
      await expect(dialog.getByRole('alert')).toContainText('empty.txt')
      await expectAccessible(page)
      await screenshot(page, `folders-files-${look.name}`)
      await press(dialog, t('common.close'))
    })

    await test.step('drags another chat onto it', async () => {
      await drawer.getByRole('link', { name: 'Silk' }).dragTo(folder)
      await expect(inside.getByRole('link', { name: 'Silk' })).toBeVisible()
      await expect(folder).toContainText(t('folder.count', { count: 2 }))
    })

    await test.step('pins one', async () => {
      await findMenu('Hemp').click()
      await page.getByRole('menuitem', { name: t('history.order.pin') }).click()
      await expect(drawer.getByRole('list', { name: t('history.pinned') }).getByRole('link', { name: 'Hemp' })).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `folders-drawer-${look.name}`)
    })

    await test.step('starts a chat in the folder, with its expert', async () => {
      const chat = createChatScreen(page, t)
      await press(drawer, t('folder.menu', { name: 'Dyeing' }))
      await page.getByRole('menuitem', { name: t('folder.newChat') }).click()
      await expect(page.getByRole('heading', { level: 1, name: getExpertName(language) })).toBeVisible()
      await chat.ask(`What is madder? ${createDirective('latency=0,tps=0')}`)
      await chat.expectDone()
      await expect(page.getByRole('banner').getByText('Dyeing')).toBeVisible()
      await screenshot(page, `folders-chat-${look.name}`)
      await openDrawer()
      await expect(folder).toContainText(t('folder.count', { count: 3 }))
      const { folderId } = await db.chat.findUniqueOrThrow({ where: { id: await readChatId(page) } })
      expect(folderId).toBe((await readChat('Wool')).folderId)
    })

    await test.step('selects two of many, also on a phone', async () => {
      await page.getByRole('link', { name: t('shell.menu.searchChats'), exact: true }).click()
      await page.getByRole('link', { name: t('history.page.manage') }).click()
      const table = page.getByRole('table', { name: t('manage.title') })
      for (const name of ['Wool', 'Jute']) await table.getByRole('checkbox', { name: t('table.selectRow', { name }) }).check()
      await page.setViewportSize(phone)
      await expectNoSidewaysScroll(page)
      await page.setViewportSize(look.viewport)
      await screenshot(page, `manage-${look.name}`)
      await press(page.getByRole('region', { name: t('table.bulk') }), t('history.order.archive'))
      await expect(findButton(page, t('manage.undo'))).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `manage-undo-${look.name}`)
      await openDrawer()
      await expect(drawer.getByRole('link', { name: /^(?:Wool|Jute)$/ })).toHaveCount(0)
    })
  })
