// Whatever fault the model has, the reply ends once with a message, and the chat stays usable.
import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '@heddle/contracts/errors'
import { defaultLanguage } from '@heddle/contracts/languages'
import { createChatScreen, createDirective, prepareChat } from '../../support/pages/chat.ts'
import { expect, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

type Fault = { readonly switches: string; readonly code?: ErrorCode; readonly keepsText?: boolean }

const faults: Readonly<Record<string, Fault>> = {
  'breaks the connection in the middle': { switches: 'tps=200,drop=200', code: 'MODEL_STREAM_BROKEN', keepsText: true },
  'sends an event that is not JSON': { switches: 'tps=200,malformed=200', code: 'MODEL_STREAM_BROKEN', keepsText: true },
  'refuses because it is busy': { switches: 'status=429,retry_after=0.1', code: 'MODEL_RATE_LIMITED' },
  'fails again and again': { switches: 'status=500', code: 'MODEL_UNAVAILABLE' },
  'refuses the key': { switches: 'status=401', code: 'CHAT_AUTH_KEY_MISSING' },
  'refuses the request': { switches: 'status=400', code: 'MODEL_REFUSED' },
  'cannot take the length': { switches: 'context=10', code: 'MODEL_CONTEXT_EXCEEDED' },
  'is busy once': { switches: 'status=429,retry_after=0.1,times=1,tps=200' },
  'splits characters over packets': { switches: 'split,tps=200' },
  'reports no usage': { switches: 'no_usage,tps=200' },
  'does not say that it is done': { switches: 'no_done,tps=200' },
  'thinks in another field': { switches: 'reasoning=reasoning,tps=200' },
  'thinks between tags': { switches: 'reasoning=think,tps=200' },
  'does not think': { switches: 'reasoning=none,tps=200' },
}

const t = createTexts(defaultLanguage)

/** Faults that follow each other in one chat: each question shows that the chat goes on after the fault before it. */
const faultsPerChat = 7
const names = Object.keys(faults)

for (let first = 0; first < names.length; first += faultsPerChat) {
  const group = names.slice(first, first + faultsPerChat)
  test(`a model that ${group.join(', ')}`, async ({ visit, people, db }) => {
    const member = await people.invite()
    const { id, path } = await prepareChat(db, member, defaultLanguage)
    const page = await visit({ as: member })
    await page.goto(path)
    const chat = createChatScreen(page, t)
    for (const [index, name] of group.entries()) {
      const { switches, code, keepsText = code === undefined } = faults[name]!
      await test.step(name, async () => {
        await chat.ask(`哪一種纖維最強韌？ ${randomUUID()} ${createDirective(switches)}`)
        await chat.expectDone(index + 1)

        const reply = await db.message.findFirst({ where: { chatId: id, role: 'assistant' }, orderBy: { depth: 'desc' } })
        expect(reply?.status).toBe(code === undefined ? 'completed' : keepsText ? 'interrupted' : 'failed')
        if (code === undefined) await expect(chat.reply.getByText(t('chat.message.error', { message: '' }))).toHaveCount(0)
        else if (keepsText) await expect(chat.reply.getByText(t(`errors.code.${code}`), { exact: true })).toBeVisible()
        else await expect(chat.reply).toContainText(t('chat.message.error', { message: t(`errors.code.${code}`) }))
        if (keepsText) await expect(chat.text).not.toBeEmpty()
        const isContinuable = code !== undefined && keepsText
        await expect(chat.reply.getByRole('button', { name: t('chat.action.continue'), exact: true })).toHaveCount(isContinuable ? 1 : 0)
        await expect(chat.reply).not.toContainText('think>')
        await expect(chat.reply).not.toContainText('\uFFFD')
        expect(await db.usageEvent.count({ where: { chatId: id, flow: 'chat' } })).toBe(index + 1)
      })
    }
    await chat.expectGoesOn(`${randomUUID()} ${createDirective('tps=300')}`)
  })
}
