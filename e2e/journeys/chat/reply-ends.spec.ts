// Replies that end early: each says how, and goes on where that is possible.
import { randomUUID } from 'node:crypto'
import { createChatScreen, createDirective, prepareChat } from '../../support/pages/chat.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

const looks = [
  { language: 'zhHant', colorScheme: 'light', viewport: undefined },
  { language: 'th', colorScheme: 'dark', viewport: phone },
] as const

for (const { language, colorScheme, viewport } of looks) {
  test.describe(`in ${language}`, () => {
    const t = createTexts(language)
    type Fixtures = Parameters<Parameters<typeof test>[2]>[0]

    /** Asks with these switches of the model, and waits for the end of the reply. */
    async function ask({ visit, people, db }: Pick<Fixtures, 'visit' | 'people' | 'db'>, switches: string) {
      const member = await people.invite('member')
      const { id, path } = await prepareChat(db, member, language)
      const page = await visit({ as: member, language, colorScheme, ...(viewport && { viewport }) })
      await page.goto(path)
      const chat = createChatScreen(page, t)
      await chat.ask(`${randomUUID()} ${createDirective(switches)}`)
      await chat.expectDone()
      const findReply = () => db.message.findFirstOrThrow({ where: { chatId: id, role: 'assistant' }, orderBy: { id: 'desc' } })
      const listOutcomes = async () => {
        const events = await db.usageEvent.findMany({ where: { chatId: id, flow: 'chat' }, orderBy: { id: 'asc' } })
        return events.map(({ outcome, errorCode }) => errorCode ?? outcome)
      }
      return { page, chat, id, findReply, listOutcomes }
    }

    for (const [name, switches, code] of [
      ['cut off at the limit of its model', 'tps=0,tokens=40,finish=length,reasoning=none', 'MODEL_REPLY_CUT'],
      ['broken off by the server', 'tps=0,tokens=60,drop=40,reasoning=none', 'MODEL_STREAM_BROKEN'],
    ] as const) {
      test(`a reply that was ${name} says so, also after a reload, and is continued to its end`, async ({ visit, people, db }) => {
        const { page, chat, findReply, listOutcomes } = await ask({ visit, people, db }, switches)
        const sentence = chat.reply.getByText(t(`errors.code.${code}`), { exact: true })
        await expect(sentence).toBeVisible()
        await page.reload()
        await expect(sentence).toBeVisible()
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
        await screenshot(page, `${code}-${language}-${colorScheme}`)
        const before = await findReply()
        expect(before).toMatchObject({ status: 'interrupted', error: { code } })

        const continueReply = chat.reply.getByRole('button', { name: t('chat.action.continue'), exact: true })
        await continueReply.focus()
        await page.keyboard.press('Enter')
        await expect(sentence).toHaveCount(0)
        // The button goes when the reply is continued, and what is shown of its end may still be that of before.
        await expect.poll(async () => (await findReply()).status).toBe('completed')
        await expect(continueReply).toHaveCount(0)
        const after = await findReply()
        expect(after).toMatchObject({ id: before.id, error: null })
        expect(after.content.startsWith(before.content)).toBe(true)
        expect(after.content.length).toBeGreaterThan(before.content.length)
        expect(await listOutcomes()).toEqual([code, 'completed'])
      })
    }

    test('the thoughts of a reply that is nothing else are open, and it can be tried again', async ({ visit, people, db }) => {
      const { page, chat, findReply, listOutcomes } = await ask({ visit, people, db }, 'tps=0,no_text')
      const sentence = t('chat.message.error', { message: t('errors.code.MODEL_ONLY_THOUGHT') })
      for (const open of [async () => {}, () => page.reload()]) {
        await open()
        await expect(chat.reply.getByText(sentence)).toBeVisible()
        await expect(chat.reply.getByRole('button', { name: t('chat.thought.hide') })).toHaveAttribute('aria-expanded', 'true')
      }
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await screenshot(page, `MODEL_ONLY_THOUGHT-${language}-${colorScheme}`)
      expect(await findReply()).toMatchObject({ status: 'failed', content: '', error: { code: 'MODEL_ONLY_THOUGHT' } })
      await chat.reply.getByRole('button', { name: t('common.retry'), exact: true }).click()
      await expect(page.getByText('2/2')).toBeVisible()
      await chat.expectDone()
      expect(await listOutcomes()).toEqual(['MODEL_ONLY_THOUGHT', 'MODEL_ONLY_THOUGHT'])
    })
  })
}
