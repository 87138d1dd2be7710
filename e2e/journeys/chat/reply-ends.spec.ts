// Replies that end early: each says how, and goes on where that is possible.
import { randomUUID } from 'node:crypto'
import { createChatScreen, createDirective, prepareChat } from '../../support/pages/chat.ts'
import { desk, expect, expectAccessible, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

test('a reply that ended early says so, also after a reload, and is continued to its end or tried again', async ({ visit, people, db }) => {
  const language = 'zhHant'
  const t = createTexts(language)
  const member = await people.invite('member')
  const { id, path } = await prepareChat(db, member, language)
  const page = await visit({ as: member, language })
  await page.goto(path)
  const chat = createChatScreen(page, t)
  const ask = async (switches: string, replies: number) => {
    await chat.ask(`${randomUUID()} ${createDirective(switches)}`)
    await chat.expectDone(replies)
  }
  const findReply = () => db.message.findFirstOrThrow({ where: { chatId: id, role: 'assistant' }, orderBy: { depth: 'desc' } })
  const continueReply = chat.reply.getByRole('button', { name: t('chat.action.continue'), exact: true })

  /** On a desk in light colors and on a phone in dark ones. */
  async function expectFits(name: string) {
    await expectAccessible(page)
    await screenshot(page, `${name}-desk-light`)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize(phone)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, 'colors')
    await screenshot(page, `${name}-phone-dark`)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(desk)
  }

  await test.step('one that was cut off at the limit of its model', async () => {
    await ask('tps=0,tokens=40,finish=length,reasoning=none', 1)
    const sentence = chat.reply.getByText(t('errors.code.MODEL_REPLY_CUT'), { exact: true })
    await expect(sentence).toBeVisible()
    const before = await findReply()
    await continueReply.press('Enter')
    await expect(chat.composer).toBeFocused()
    await expect(sentence).toHaveCount(0)
    // The button goes when the reply is continued, and what is shown of its end may still be that of before.
    await expect.poll(async () => (await findReply()).status).toBe('completed')
    await expect(continueReply).toHaveCount(0)
    const after = await findReply()
    expect(after.id).toBe(before.id)
    expect(after.content.startsWith(before.content)).toBe(true)
  })

  await test.step('one that the server broke off', async () => {
    await ask('tps=0,tokens=60,drop=40,reasoning=none', 2)
    const sentence = chat.reply.getByText(t('errors.code.MODEL_STREAM_BROKEN'), { exact: true })
    await expect(sentence).toBeVisible()
    await page.reload()
    await expect(sentence).toBeVisible()
    await expect(continueReply).toBeVisible()
    await expectFits('MODEL_STREAM_BROKEN')
  })

  await test.step('one that the model refused', async () => {
    await ask('status=500', 3)
    await expect(chat.reply).toContainText(t('chat.message.error', { message: t('errors.code.MODEL_UNAVAILABLE') }))
    await expect(continueReply).toHaveCount(0)
  })

  await test.step('one of nothing but thoughts, which are open', async () => {
    await ask('tps=0,no_text', 4)
    await expect(chat.reply.getByText(t('chat.message.error', { message: t('errors.code.MODEL_ONLY_THOUGHT') }))).toBeVisible()
    await expect(chat.reply.getByRole('button', { name: t('chat.thought.hide') })).toHaveAttribute('aria-expanded', 'true')
    await expectFits('MODEL_ONLY_THOUGHT')
    await chat.reply.getByRole('button', { name: t('common.retry'), exact: true }).click()
    await expect(page.getByText('2/2')).toBeVisible()
    await chat.expectDone(4)
  })
})
