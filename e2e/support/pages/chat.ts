// The chat page in the terms of a user: questions, replies, and their actions.
import { randomUUID } from 'node:crypto'
import type { Language } from '@heddle/contracts/languages'
import type { LocalizedText } from '@heddle/contracts/wire'
import type { PrismaClient } from '@heddle/db/client'
import { createChat } from '@heddle/db/factories/chat'
import { type Locator, type Page, expect } from '@playwright/test'
import { assistants } from '@heddle/seed/seed-data'
import type { Person } from '../people.ts'
import type { Texts } from '../texts.ts'

const [fibreExpert] = assistants.institute

export const localize = (text: LocalizedText, language: Language) => text[language] ?? text.default

export const getExpertName = (language: Language) => localize(fibreExpert.name, language)
export const getExpertDescription = (language: Language) => localize(fibreExpert.description, language)
export const getExpertQuestion = (language: Language) => localize(fibreExpert.recommendedQuestions[0].content, language)

/** Returns a directive to the demonstration model, as part of a question. */
export const createDirective = (switches: string) => `[[demo:${switches}]]`

/** Returns the letters of a text, to compare texts regardless of partial Markdown. */
export const extractLetters = (text: string) => text.replaceAll(/[^\p{L}]/gu, '')

export function createChatScreen(page: Page, t: Texts) {
  const composer = page.getByRole('textbox', { name: t('chat.composer.label') })
  const replies = page.getByRole('article').filter({ has: page.getByRole('heading', { name: t('chat.message.reply'), exact: true }) })
  const reply = replies.last()
  const text = reply.locator('[lang]')

  return {
    composer,
    send: page.getByRole('button', { name: t('chat.composer.send'), exact: true }),
    stop: page.getByRole('button', { name: t('chat.composer.stop'), exact: true }),
    /** All replies of the chat, the last one, and its text. */
    replies,
    reply,
    text,
    thinking: page.getByText(t('chat.thought.thinking')),

    async ask(question: string) {
      await composer.fill(question)
      await composer.press('Enter')
    },

    /** Waits until the last reply has at least so many characters, and returns its text. */
    async readAtLeast(characters: number): Promise<string> {
      await expect
        .poll(async () => extractLetters((await text.textContent()) ?? '').length, { intervals: [50] })
        .toBeGreaterThanOrEqual(characters)
      return (await text.textContent()) ?? ''
    },

    async expectDone(count = 1) {
      await expect(replies).toHaveCount(count)
      await expect(reply).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 })
    },

    async expectGoesOn(question: string) {
      const before = await replies.count()
      await this.ask(question)
      await this.expectDone(before + 1)
      await expect(text).not.toBeEmpty()
    },
  }
}

/** Chooses the fibre expert on the page of a new chat. */
export async function chooseExpert(page: Page, t: Texts, language: Language): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: t('chat.start.heading') })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('button', { name: getExpertName(language) })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: getExpertName(language) })).toBeVisible()
}

/** Returns the id in the address of an open chat. */
export async function readChatId(page: Page): Promise<string> {
  await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/)
  return new URL(page.url()).pathname.split('/')[2] ?? ''
}

/** Inserts an empty chat with the fibre expert into the user's history; returns its path. */
export async function prepareChat(db: PrismaClient, person: Person, language: Language = 'en', title?: string) {
  const { tenantId } = await db.user.findUniqueOrThrow({ where: { id: person.id } })
  const name = { path: ['en'], equals: getExpertName('en') }
  const assistant = await db.assistant.findFirstOrThrow({ where: { tenantId, name } })
  const { id } = await createChat(db, {
    ownerId: person.id,
    assistantId: assistant.id,
    responseLanguage: language,
    ...(title === undefined ? {} : { title }),
  })
  return { id, path: `/chat/${id}` }
}

/** Inserts alternating questions and replies into an empty chat, with past times; returns their ids. */
export async function fillChat(db: PrismaClient, chatId: string, contents: readonly string[]): Promise<string[]> {
  const { responseLanguage } = await db.chat.findUniqueOrThrow({ where: { id: chatId } })
  const ids = contents.map(() => randomUUID())
  await db.message.createMany({
    data: contents.map((content, depth) => ({
      id: ids[depth] ?? '',
      chatId,
      parentId: ids[depth - 1] ?? null,
      depth,
      content,
      responseLanguage,
      ...(depth % 2 === 0 ? { role: 'user' as const } : { role: 'assistant' as const, runId: randomUUID(), finishedAt: new Date() }),
    })),
  })
  await db.chat.update({ where: { id: chatId }, data: { lastMessageId: ids.at(-1) ?? null } })
  return ids
}

/** Fills in and submits the sign-in form. */
export async function fillIn(page: Page, t: Texts, variant: 'email' | 'account' | 'memberId', name: string, password: string) {
  await page.getByRole('textbox', { name: t(`auth.${variant}`), exact: true }).fill(name)
  await page.getByLabel(t('auth.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('auth.signIn'), exact: true }).click()
}

export const findHistoryEntry = (page: Page, t: Texts, chatId: string): Locator =>
  page
    .getByRole('navigation', { name: t('shell.landmark.history') })
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href="/chat/${chatId}"]`) })
