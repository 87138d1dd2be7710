// A prompt of a group, from the slash to the reply, with the keyboard and an input method.
import { createPrompt } from '@heddle/db/factories/prompt'
import type { Page } from '@playwright/test'
import { tabUntil } from '../../support/controls/hands.ts'
import { expect, expectAccessible, phone, screenshot, test } from '../../support/fixtures.ts'
import { createChatScreen, createDirective, getExpertName } from '../../support/pages/chat.ts'
import { createTexts } from '../../support/texts.ts'

const language = 'zhHant'
const t = createTexts(language)

/** Composes a word as an input method does. */
async function compose(page: Page, steps: readonly string[], word: string) {
  const devtools = await page.context().newCDPSession(page)
  for (const text of steps) {
    await devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  }
  await devtools.send('Input.insertText', { text: word })
  await devtools.detach()
}

test('a member fills in a prompt of the group with the keyboard alone, and asks', async ({ visit, people, db }) => {
  const member = await people.invite()
  const { groupId, group } = await db.membership.findFirstOrThrow({ where: { userId: member.id }, include: { group: true } })
  const other = await createPrompt(db, { tenantId: group.tenantId, groupId, name: { default: 'Summary', zhHant: '丙丁摘要' } })
  const prompt = await createPrompt(db, {
    tenantId: group.tenantId,
    groupId,
    name: { default: 'Compare fibers', zhHant: '甲乙對照' },
    text: {
      default: 'Compare {{fiber}}.',
      zhHant: `請比較 {{fiber}} 用於 {{ use }} 的表現。{{fiber}} ${createDirective('latency=0,tps=0')}`,
    },
    variables: [
      { key: 'fiber', label: { default: 'Fiber', zhHant: '纖維' }, type: 'text', required: true },
      { key: 'use', label: { default: 'Use', zhHant: '用途' }, type: 'choice', choices: ['運動服', '寢具'], default: '運動服' },
    ],
  })

  const page = await visit({ as: member, language })
  await page.goto('/chat')
  const chat = createChatScreen(page, t)
  const expert = page.getByRole('main').getByRole('button', { name: getExpertName(language) })
  await expect(expert).toBeVisible()
  await tabUntil(expert)
  await page.keyboard.press('Enter')
  await expect(chat.composer).toBeFocused()

  await page.keyboard.press('/')
  const list = page.getByRole('listbox', { name: t('prompt.title') })
  await expect(list.getByRole('option').first()).toBeVisible()
  await compose(page, ['ㄐ', 'ㄐㄧ', 'ㄐㄧㄚ', '甲'], '甲乙')
  const option = list.getByRole('option', { name: '甲乙對照' })
  await expect(list.getByRole('option')).toHaveCount(1)
  await expect(chat.composer).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
  await expectAccessible(page)
  await screenshot(page, 'prompts-list')
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: '甲乙對照' })
  const fiber = dialog.getByRole('textbox', { name: '纖維' })
  await expect(fiber).toBeFocused()
  await compose(page, ['ㄇ', 'ㄇㄧ', 'ㄇㄧㄢ', '棉'], '棉{{use}}')
  await expect(fiber).toHaveValue('棉{{use}}')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('combobox', { name: '用途' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: '寢具' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('group', { name: t('prompt.preview') })).toContainText('請比較 棉{{use}} 用於 寢具 的表現。棉{{use}}')
  await expectAccessible(page)
  await screenshot(page, 'prompts-fill')
  await tabUntil(dialog.getByRole('button', { name: t('prompt.fill.insert') }))
  await page.keyboard.press('Enter')

  await expect(dialog).toBeHidden()
  await expect(chat.composer).toBeFocused()
  await expect(chat.composer).toHaveValue(/^請比較 棉\{\{use\}\} 用於 寢具 的表現。棉\{\{use\}\} /)
  await page.keyboard.press('Enter')
  await chat.expectDone()
  expect(await db.promptUse.findMany({ where: { userId: member.id } })).toMatchObject([{ promptId: prompt.id }])

  await page.keyboard.press('/')
  await expect(list.getByRole('option').first()).toHaveText(/^甲乙對照/)
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()

  await page.goto('/prompt?keyword=丙丁')
  await expect(page.getByRole('link', { name: '丙丁摘要' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/prompt/${other.id}`)
  await page.setViewportSize(phone)
  await expect(page.getByRole('group', { name: t('prompt.preview') })).toBeVisible()
  await expectAccessible(page)
})
