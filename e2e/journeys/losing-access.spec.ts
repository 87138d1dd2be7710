// Who loses a right in the middle of a reply loses it at once: the reply ends, and what was written of it stays.
import { randomUUID } from 'node:crypto'
import type { PrismaClient } from '@heddle/db/client'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat } from '@heddle/db/factories/chat'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import type { Page } from '@playwright/test'
import { chatScreen, demo, letters } from '../support/chat.ts'
import { findModelCalls } from '../support/demo-model.ts'
import { expect, test } from '../support/fixtures.ts'
import { answerYes, choose, press } from '../support/forms.ts'
import { openGroup, removeMember } from '../support/groups.ts'
import type { People } from '../support/people.ts'
import { createTexts } from '../support/texts.ts'

const t = createTexts('en')
const language = 'en'
/** What the service promises, and what a browser and a shared machine take on top. */
const soon = 5_000 + 2_000

/** An institute with a private assistant, and a user who may use it: as a member of its group, or as an administrator. */
async function prepare(db: PrismaClient, people: People, role: 'A' | 'U') {
  const institute = await people.found()
  const { tenantId, join } = institute
  const group = await createGroup(db, { tenantId, name: { default: 'Dyers' } })
  const assistant = await createAssistant(db, { tenantId, groupId: group.id, name: { default: 'Dye recipes' } })
  const reader = await join(role, { name: { default: 'Rita' } })
  if (role === 'U') await createMembership(db, { userId: reader.id, groupId: group.id })
  const chat = await createChat(db, { ownerId: reader.id, assistantId: assistant.id, title: 'Indigo' })
  return { institute, group, reader, chat }
}

async function readEndlessReply(page: Page, chatId: string) {
  await page.goto(`/chat/${chatId}`)
  const chat = chatScreen(page, t)
  const word = `q${randomUUID().slice(0, 8)}`
  await chat.ask(`What is ${word}? ${demo('endless,tps=30')}`)
  return { chat, word, before: await chat.readAtLeast(20) }
}

type Reading = Awaited<ReturnType<typeof readEndlessReply>>

/** Does what takes the right away, and waits until nothing is asked of the model any more. */
async function losesSoon({ word }: Pick<Reading, 'word'>, act: () => Promise<void>) {
  let lostAt = 0
  await act().then(() => (lostAt = Date.now()))
  await expect.poll(async () => (await findModelCalls(word))[0]?.aborted, { intervals: [50] }).toBe(true)
  expect(Date.parse((await findModelCalls(word))[0]?.closedAt ?? '') - lostAt).toBeLessThan(soon)
}

/** The text that was read is there still, on the screen and in the database. */
async function expectKept(db: PrismaClient, chatId: string, { chat, before }: Reading) {
  await expect(chat.reply).toHaveAttribute('aria-busy', 'false')
  const shown = letters((await chat.text.textContent()) ?? '')
  expect(shown.startsWith(letters(before))).toBe(true)
  const saved = await db.message.findFirstOrThrow({ where: { chatId, role: 'assistant' } })
  expect(saved.status).toBe('stopped')
  expect(letters(saved.content)).toBe(shown)
}

async function expectAssistantGone(page: Page, chatId: string) {
  await page.goto('/assistant')
  await expect(page.getByRole('heading', { level: 1, name: t('assistant.title') })).toBeVisible()
  await expect(page.getByText(t('assistant.empty.others'))).toBeVisible()
  await expect(page.getByText('Dye recipes')).toHaveCount(0)
  await page.goto(`/chat/${chatId}`)
  await expect(page.getByRole('banner').getByText(t('chat.header.noAssistant'))).toBeVisible()
}

test('who is removed from the group of an assistant', async ({ visit, people, db }) => {
  const { institute, group, reader, chat } = await prepare(db, people, 'U')
  const administrator = await visit({ as: await institute.join('A'), language })
  await openGroup(administrator, group.id, 'Dyers')
  const page = await visit({ as: reader, language })
  const reading = await readEndlessReply(page, chat.id)

  await losesSoon(reading, () => removeMember(administrator, t, 'Dyers', 'Rita'))
  await expect(reading.chat.reply.getByText(t('chat.message.accessLost'))).toBeVisible()
  await expectKept(db, chat.id, reading)
  await expectAssistantGone(page, chat.id)
})

test('an administrator who becomes a user', async ({ visit, people, db }) => {
  const { institute, reader, chat } = await prepare(db, people, 'A')
  const superUser = await visit({ as: await institute.join('S'), language })
  await superUser.goto(`/settings/user/${reader.id}`)
  const role = superUser.getByRole('combobox', { name: t('user.field.role') })
  await expect(role).toHaveValue(t('user.role.A'))
  const page = await visit({ as: reader, language })
  const reading = await readEndlessReply(page, chat.id)

  await losesSoon(reading, async () => {
    await choose(superUser, role, t('user.role.U'))
    await answerYes(superUser, t('user.detail.roleTitle', { name: 'Rita', role: t('user.role.U') }), t('user.detail.changeRole'))
    await expect(role).toHaveValue(t('user.role.U'))
  })
  await expect(reading.chat.reply.getByText(t('chat.message.accessLost'))).toBeVisible()
  await expectKept(db, chat.id, reading)
  await expectAssistantGone(page, chat.id)
  await page.goto('/settings/user')
  await expect(page.getByText(t('settings.notAllowed.title'))).toBeVisible()
})

test('who is disabled is taken to the sign-in', async ({ visit, people, db, problems }) => {
  problems.expect(/401/)
  const { institute, reader, chat } = await prepare(db, people, 'U')
  const administrator = await visit({ as: await institute.join('A'), language })
  await administrator.goto(`/settings/user/${reader.id}`)
  await expect(administrator.getByRole('heading', { level: 1, name: 'Rita' })).toBeVisible()
  const page = await visit({ as: reader, language })
  const reading = await readEndlessReply(page, chat.id)

  await losesSoon(reading, async () => {
    await press(administrator, t('user.disable.action'))
    await answerYes(administrator, t('user.disable.title', { name: 'Rita', count: 1 }), t('user.disable.action'))
  })
  await expect(page).toHaveURL(/\/login/, { timeout: soon })
  const saved = await db.message.findFirstOrThrow({ where: { chatId: chat.id, role: 'assistant' } })
  expect(saved.status).toBe('stopped')
  expect(letters(saved.content).startsWith(letters(reading.before))).toBe(true)
})
