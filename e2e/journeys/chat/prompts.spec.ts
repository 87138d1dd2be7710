// A prompt, from the suggestion to a group over the slash to the reply, with the keyboard and an input method; and prompts as a file.
import { randomUUID } from 'node:crypto'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createPrompt } from '@heddle/db/factories/prompt'
import type { Page } from '@playwright/test'
import { download } from '../../support/controls/csv.ts'
import { expectMessage, findDialog, press } from '../../support/controls/forms.ts'
import { keyboard, tabUntil } from '../../support/controls/hands.ts'
import { openPath } from '../../support/controls/paths.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import { listLooks } from '../../support/looks.ts'
import { createChatScreen, createDirective, getExpertName } from '../../support/pages/chat.ts'
import { createTexts } from '../../support/texts.ts'

/** Composes a word as an input method does. */
async function compose(page: Page, steps: readonly string[], word: string) {
  const devtools = await page.context().newCDPSession(page)
  for (const text of steps) {
    await devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  }
  await devtools.send('Input.insertText', { text: word })
  await devtools.detach()
}

for (const look of listLooks('zhHant-light-desk')) {
  test(`a prompt is suggested to a group, filled in and asked with the keyboard alone (${look.name})`, async ({ visit, people, db }) => {
    const { language } = look
    const t = createTexts(language)
    const member = await people.invite()
    const { tenantId } = await db.user.findUniqueOrThrow({ where: { id: member.id } })
    const groupName = `Dyers ${randomUUID().slice(0, 6)}`
    const { id: groupId } = await createGroup(db, { tenantId, name: { default: groupName } })
    await createMembership(db, { userId: member.id, groupId })
    const other = await createPrompt(db, { tenantId, groupId, name: { default: 'Summary', zhHant: '丙丁摘要' } })
    const texts = {
      default: { name: 'Compare fibers 甲乙', fiber: 'Fiber', use: 'Use' },
      zhHant: { name: '甲乙對照', fiber: '纖維', use: '用途' },
    }
    const { name, fiber: fiberLabel, use: useLabel } = texts[language === 'zhHant' ? 'zhHant' : 'default']
    const { id: ownId } = await createPrompt(db, {
      tenantId,
      ownerId: member.id,
      createdById: member.id,
      name: { default: texts.default.name, zhHant: texts.zhHant.name },
      text: { default: `請比較 {{fiber}} 用於 {{ use }} 的表現。{{fiber}} ${createDirective('latency=0,tps=0')}` },
      variables: [
        { key: 'fiber', label: { default: texts.default.fiber, zhHant: texts.zhHant.fiber }, type: 'text', required: true },
        {
          key: 'use',
          label: { default: texts.default.use, zhHant: texts.zhHant.use },
          type: 'choice',
          choices: ['運動服', '寢具'],
          default: '運動服',
        },
      ],
    })

    const page = await visit({ as: member, ...look })

    await test.step('its author suggests it to the group', async () => {
      await page.goto(`/prompt/${ownId}`)
      await keyboard.press(page.getByRole('button', { name: t('prompt.actions') }))
      await page.getByRole('menuitem', { name: t('prompt.suggest.action') }).press('Enter')
      const dialog = findDialog(page, t('prompt.suggest.action'))
      await expect(dialog.getByRole('combobox', { name: t('prompt.field.group') })).toBeFocused()
      await page.keyboard.type(groupName)
      await expect(page.getByRole('option')).toHaveText([groupName])
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expectAccessible(page)
      await screenshot(page, `prompts-suggest-${look.name}`)
      await keyboard.press(dialog.getByRole('button', { name: t('prompt.suggest.submit') }))
      await expectMessage(page, t('prompt.suggest.done'))
      await expect(page.getByText(t('prompt.suggestion.waits'))).toBeVisible()
      await screenshot(page, `prompts-suggested-${look.name}`)
    })
    // As a manager of the group accepts it, and without the one that its author keeps.
    await db.prompt.updateMany({ where: { groupId }, data: { state: 'offered' } })
    await db.prompt.delete({ where: { id: ownId } })

    await openPath(page, '/chat')
    const chat = createChatScreen(page, t)
    const expert = page.getByRole('main').getByRole('button', { name: getExpertName(language) })
    await expect(expert).toBeVisible()
    await tabUntil(expert)
    await page.keyboard.press('Enter')
    await expect(chat.composer).toBeFocused()
    const list = page.getByRole('listbox', { name: t('prompt.title') })
    const dialog = findDialog(page, name)

    await test.step('a member finds it by an input method', async () => {
      await page.keyboard.press('/')
      await expect(list.getByRole('option').first()).toBeVisible()
      await compose(page, ['ㄐ', 'ㄐㄧ', 'ㄐㄧㄚ', '甲'], '甲乙')
      const option = list.getByRole('option', { name })
      await expect(list.getByRole('option')).toHaveCount(1)
      await expect(chat.composer).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
      await expectAccessible(page)
      await screenshot(page, `prompts-list-${look.name}`)
      await page.keyboard.press('Enter')
    })

    await test.step('fills it in', async () => {
      const fiber = dialog.getByRole('textbox', { name: fiberLabel })
      await expect(fiber).toBeFocused()
      await compose(page, ['ㄇ', 'ㄇㄧ', 'ㄇㄧㄢ', '棉'], '棉{{use}}')
      await expect(fiber).toHaveValue('棉{{use}}')
      await page.keyboard.press('Tab')
      await expect(dialog.getByRole('combobox', { name: useLabel })).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('option', { name: '寢具' })).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('group', { name: t('prompt.preview') })).toContainText('請比較 棉{{use}} 用於 寢具 的表現。棉{{use}}')
      await expectAccessible(page)
      await screenshot(page, `prompts-fill-${look.name}`)
      await tabUntil(dialog.getByRole('button', { name: t('prompt.fill.insert') }))
      await page.keyboard.press('Enter')
    })

    await test.step('and asks', async () => {
      await expect(dialog).toBeHidden()
      await expect(chat.composer).toBeFocused()
      await expect(chat.composer).toHaveValue(/^請比較 棉\{\{use\}\} 用於 寢具 的表現。棉\{\{use\}\} /)
      await page.keyboard.press('Enter')
      await chat.expectDone()
      const used = await db.promptUse.findMany({ where: { userId: member.id }, include: { prompt: true } })
      expect(used).toMatchObject([{ prompt: { groupId, state: 'offered' } }])

      await page.keyboard.press('/')
      await expect(list.getByRole('option').first()).toHaveText(new RegExp(`^${name}`))
      await page.keyboard.press('Escape')
      await expect(list).toBeHidden()
    })

    await test.step('reads another on a phone', async () => {
      await openPath(page, `/prompt/${other.id}`)
      await page.setViewportSize(phone)
      await expect(page.getByRole('group', { name: t('prompt.preview') })).toBeVisible()
      await expectAccessible(page)
      await page.setViewportSize(look.viewport)
    })

    await test.step('exports those of the group, and imports them as own ones', async () => {
      await openPath(page, '/prompt')
      await press(page, t('prompt.transfer.export'))
      const exporting = findDialog(page, t('prompt.transfer.exportTitle'))
      await exporting.getByRole('radio', { name: t('prompt.scope.group') }).check()
      await exporting.getByRole('combobox', { name: t('prompt.field.group') }).fill(groupName)
      await page.getByRole('option', { name: groupName }).click()
      await expectAccessible(page)
      await screenshot(page, `prompts-export-${look.name}`)
      const text = await download(page, () => press(exporting, t('prompt.transfer.json')))
      await page.keyboard.press('Escape')

      await press(page, t('prompt.transfer.import'))
      const importing = findDialog(page, t('prompt.transfer.importTitle'))
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(importing, t('prompt.transfer.choose'))])
      await chooser.setFiles({ name: 'prompts.json', mimeType: 'application/json', buffer: Buffer.from(text) })
      await expect(importing.getByText(/^prompts\.json/)).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await screenshot(page, `prompts-import-${look.name}`)
      await press(importing, t('prompt.transfer.import'))
      await expectMessage(page, t('prompt.transfer.imported', { count: 2 }))
      expect(await db.prompt.count({ where: { ownerId: member.id } })).toBe(2)
    })
  })
}
