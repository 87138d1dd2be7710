// A user who loses a right during a reply loses it immediately: the reply ends, and its text stays.
import { randomUUID } from 'node:crypto'
import type { PrismaClient } from '@heddle/db/client'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat } from '@heddle/db/factories/chat'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import type { Page } from '@playwright/test'
import { createChatScreen, createDirective, extractLetters } from '../../support/pages/chat.ts'
import { findModelCalls } from '../../support/product/demo-model.ts'
import { expect, test } from '../../support/fixtures.ts'
import { confirmDialog, chooseOption, press } from '../../support/controls/forms.ts'
import { openPath } from '../../support/controls/paths.ts'
import { openGroup, removeMember } from '../../support/pages/groups.ts'
import type { People } from '../../support/people.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')
const language = 'en'
/** The service's five seconds, and some time for the browser and a busy machine. */
const maxLossMs = 5_000 + 2_000

/** An institute with a private assistant, and a user who may use it: as a member of its group, or as an administrator. */
async function prepare(db: PrismaClient, people: People, role: 'A' | 'U') {
  const institute = await people.createInstitute()
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
  const chat = createChatScreen(page, t)
  const word = `q${randomUUID().slice(0, 8)}`
  await chat.ask(`What is ${word}? ${createDirective('endless,tps=30')}`)
  return { chat, word, before: await chat.readAtLeast(20) }
}

type Reading = Awaited<ReturnType<typeof readEndlessReply>>

/** Runs the action that removes the right, and waits until the model's call is closed. */
async function expectLoss({ word }: Pick<Reading, 'word'>, act: () => Promise<void>) {
  let lostAt = 0
  await act().then(() => (lostAt = Date.now()))
  await expect.poll(async () => (await findModelCalls(word))[0]?.aborted, { intervals: [50] }).toBe(true)
  expect(Date.parse((await findModelCalls(word))[0]?.closedAt ?? '') - lostAt).toBeLessThan(maxLossMs)
}

/** Expects that the text is kept on the screen and in the database. */
async function expectKept(db: PrismaClient, chatId: string, { chat, before }: Reading) {
  await expect(chat.reply).toHaveAttribute('aria-busy', 'false')
  const shown = extractLetters((await chat.text.textContent()) ?? '')
  expect(shown.startsWith(extractLetters(before))).toBe(true)
  const saved = await db.message.findFirstOrThrow({ where: { chatId, role: 'assistant' } })
  expect(saved.status).toBe('stopped')
  expect(extractLetters(saved.content)).toBe(shown)
}

async function expectAssistantMissing(page: Page, chatId: string) {
  await page.goto('/assistant')
  await expect(page.getByRole('heading', { level: 1, name: t('assistant.title') })).toBeVisible()
  await expect(page.getByText(t('assistant.empty.others'))).toBeVisible()
  await expect(page.getByText('Dye recipes')).toHaveCount(0)
  await page.goto(`/chat/${chatId}`)
  await expect(page.getByRole('banner').getByText(t('chat.header.noAssistant'))).toBeVisible()
}

test('a member who is removed from the group of an assistant loses the reply', async ({ visit, people, db }) => {
  const { institute, group, reader, chat } = await prepare(db, people, 'U')
  const administrator = await visit({ as: await institute.join('A'), language })
  await openGroup(administrator, group.id, 'Dyers')
  const page = await visit({ as: reader, language })
  const reading = await readEndlessReply(page, chat.id)

  await expectLoss(reading, () => removeMember(administrator, t, 'Dyers', 'Rita'))
  await expect(reading.chat.reply.getByText(t('chat.message.accessLost'))).toBeVisible()
  await expectKept(db, chat.id, reading)
  await expectAssistantMissing(page, chat.id)
})

test('an administrator who becomes a user loses the reply', async ({ visit, people, db }) => {
  const { institute, reader, chat } = await prepare(db, people, 'A')
  const superUser = await visit({ as: await institute.join('S'), language })
  await superUser.goto(`/settings/user/${reader.id}`)
  const role = superUser.getByRole('combobox', { name: t('user.field.role') })
  await expect(role).toHaveValue(t('user.role.A'))
  const page = await visit({ as: reader, language })
  const reading = await readEndlessReply(page, chat.id)

  await expectLoss(reading, async () => {
    await chooseOption(superUser, role, t('user.role.U'))
    await confirmDialog(superUser, t('user.detail.roleTitle', { name: 'Rita', role: t('user.role.U') }), t('user.detail.changeRole'))
    await expect(role).toHaveValue(t('user.role.U'))
  })
  await expect(reading.chat.reply.getByText(t('chat.message.accessLost'))).toBeVisible()
  await expectKept(db, chat.id, reading)
  await expectAssistantMissing(page, chat.id)
  for (const path of ['/settings/user', '/workflow', '/workflow/create', `/workflow/${randomUUID()}`]) {
    await openPath(page, path)
    await expect(page.getByText(t('common.notAllowed.title'))).toBeVisible()
  }
})

test('a disabled user is redirected to the sign-in', async ({ visit, people, db, problems }) => {
  problems.expect(/401/)
  const { institute, reader, chat } = await prepare(db, people, 'U')
  const administrator = await visit({ as: await institute.join('A'), language })
  await administrator.goto(`/settings/user/${reader.id}`)
  await expect(administrator.getByRole('heading', { level: 1, name: 'Rita' })).toBeVisible()
  const page = await visit({ as: reader, language })
  const reading = await readEndlessReply(page, chat.id)

  await expectLoss(reading, async () => {
    await press(administrator, t('user.disable.action'))
    await confirmDialog(administrator, t('user.disable.title', { name: 'Rita', count: 1 }), t('user.disable.action'))
  })
  await expect(page).toHaveURL(/\/login/, { timeout: maxLossMs })
  const saved = await db.message.findFirstOrThrow({ where: { chatId: chat.id, role: 'assistant' } })
  expect(saved.status).toBe('stopped')
  expect(extractLetters(saved.content).startsWith(extractLetters(reading.before))).toBe(true)
})
