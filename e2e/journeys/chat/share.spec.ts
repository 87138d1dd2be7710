// A chat is shared with users and a group, read by each, copied, and ended.
import { randomUUID } from 'node:crypto'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createMessage } from '@heddle/db/factories/chat'
import { findButton, findDialog, findRow, press } from '../../support/controls/forms.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import { createChatScreen, fillChat, prepareChat } from '../../support/pages/chat.ts'
import type { Person } from '../../support/people.ts'
import { openPath } from '../../support/controls/paths.ts'
import { listLooks } from '../../support/looks.ts'
import { createTexts } from '../../support/texts.ts'

for (const look of listLooks('en-light-desk'))
  test(`a member shares a chat with two users and a group, each reads it, and it is ended (${look.name})`, async ({
    visit,
    people,
    db,
    product,
  }) => {
    const { language } = look
    const t = createTexts(language)
    const suffix = randomUUID().slice(0, 6)
    const invite = (name: string) => people.invite('member', { name: { default: `${name} ${suffix}` } })
    const owner = await invite('Olga')
    const [anna, berta, carla, dora] = [await invite('Anna'), await invite('Berta'), await invite('Carla'), await invite('Dora')]
    const { tenantId } = await db.user.findUniqueOrThrow({ where: { id: owner.id } })
    const group = { name: `Dyers ${suffix}`, id: (await createGroup(db, { tenantId, name: { default: `Dyers ${suffix}` } })).id }
    await createMembership(db, { userId: carla.id, groupId: group.id })
    const title = `Madder ${suffix}`
    const { id, path } = await prepareChat(db, owner, language, title)
    const early = ['What is madder?', 'A root that dyes red.\n\n'.repeat(80).trim()]
    await fillChat(db, id, early)

    /** Returns what the API shows to a reader: the messages, or the status of the refusal. */
    async function read(reader: Person): Promise<string[] | number> {
      const { accessToken } = await people.signIn(reader)
      const response = await fetch(`${product.origin}/api/v1/chat/${id}`, { headers: { authorization: `Bearer ${accessToken}` } })
      if (!response.ok) return response.status
      const { chat } = (await response.json()) as { chat: { messages: { content: string }[] } }
      return chat.messages.map(({ content }) => content)
    }

    const page = await visit({ as: owner, ...look })
    const dialog = findDialog(page, t('share.title'))

    await test.step('with two users, up to now, by keyboard', async () => {
      await page.goto(path)
      await press(page, t('chat.header.more'))
      await page.getByRole('menuitem', { name: t('chat.header.share'), exact: true }).press('Enter')
      const search = dialog.getByRole('combobox', { name: t('share.find.user') })
      await expect(search).toBeFocused()
      for (const reader of [anna, berta]) {
        await page.keyboard.type(reader.name)
        await expect(page.getByRole('option', { name: reader.name })).toBeVisible()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
      }
      await page.keyboard.press('Escape')
      await dialog.getByRole('radio', { name: t('share.mode.until_message') }).press('Space')
      await expect(dialog.getByRole('note')).toContainText(
        t('share.says.people', { names: t('common.listed', { before: anna.name, next: berta.name }) }),
      )
      await expect(dialog.getByRole('heading', { name: t('share.hidden.heading') })).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `share-form-${look.name}`)
      await findButton(dialog, t('share.submit')).press('Enter')
      await expect(dialog.getByRole('list', { name: t('share.readers') })).toContainText(t('share.listed.until_message'))
    })

    await test.step('with a group, as the chat goes on', async () => {
      await dialog.getByText(t('share.audience.groups'), { exact: true }).click()
      await dialog.getByRole('combobox', { name: t('share.find.group') }).fill(group.name)
      await page.getByRole('option', { name: group.name }).click()
      await press(dialog, t('share.submit'))
      await expect(dialog.getByRole('list', { name: t('share.readers') }).getByRole('listitem')).toHaveCount(2)
      await press(dialog, t('share.link.copy'))
      await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toContain(`/chat/${id}/view`)
      await findButton(dialog, t('common.close')).last().click()
      await expect(page.getByRole('banner').getByText(t('chat.header.shared'), { exact: true })).toBeVisible()
    })

    await test.step('each reads as much as is shared, from its beginning, also when what formats it comes late', async () => {
      await createMessage(db, { chatId: id, content: 'And weld?' })
      expect(await read(berta)).toEqual(early)
      expect(await read(carla)).toEqual([...early, 'And weld?'])
      expect(await read(dora)).toBe(404)
      const reader = await visit({ as: carla, ...look })
      const formatting = Promise.withResolvers<void>()
      await reader.route(/\/assets\/MarkdownText-/, async (route) => {
        await formatting.promise
        await route.continue()
      })
      await reader.goto(`/chat/${id}/view`)
      const heading = reader.getByRole('heading', { name: title })
      await expect(heading).toBeVisible()
      formatting.resolve()
      await expect(createChatScreen(reader, t).text).toContainText('A root that dyes red.')
      await reader.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
      await expect(heading).toBeInViewport()
      await expectNoSidewaysScroll(reader)
      await screenshot(reader, `share-reader-${look.name}`)
    })

    await test.step('a user finds it in the drawer of a phone, and goes on in a copy', async () => {
      const annas = await visit({ as: anna, ...look, viewport: phone })
      await annas.goto('/')
      await press(annas, t('shell.drawer.open'))
      await annas.getByText(t('history.sharedWithMe'), { exact: true }).click()
      await annas
        .getByRole('list', { name: t('history.sharedWithMe') })
        .getByRole('link', { name: title })
        .click()
      await expect(annas.getByText(t('share.reader.laterHidden'))).toBeVisible()
      await expect(createChatScreen(annas, t).replies).toHaveCount(1)
      await expect(annas.getByText('And weld?')).toHaveCount(0)
      await expectNoSidewaysScroll(annas)
      await screenshot(annas, `share-reader-phone-${look.name}`)
      await press(annas, t('share.reader.copy'))
      await expect(annas).toHaveURL(/\/chat\/[0-9a-f-]{36}$/)
      await expect(createChatScreen(annas, t).composer).toBeVisible()
      await expect(createChatScreen(annas, t).text).toContainText('A root that dyes red.')
    })

    await test.step('all is ended, and read by no one', async () => {
      await openPath(page, '/settings/me/shared')
      const table = page.getByRole('table', { name: t('settings.nav.shared') })
      await expect(findRow(page, t('settings.nav.shared'), title)).toHaveCount(2)
      await expect(table).toContainText(t('share.hidden.readers', { count: 2 }))
      await expectAccessible(page)
      await screenshot(page, `share-own-${look.name}`)
      await press(page, t('share.mine.stopAll'))
      await press(findDialog(page, t('share.mine.stopAllTitle')), t('share.mine.stopAll'))
      await expect(page.getByText(t('share.mine.empty'))).toBeVisible()
      for (const reader of [anna, berta, carla]) expect(await read(reader)).toBe(404)
      expect(await read(owner)).toHaveLength(3)
    })
  })
