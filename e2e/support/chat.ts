// The chat page as a user knows it: a question, a reply, and what can be done with them.
import { randomUUID } from 'node:crypto'
import type { Language } from '@heddle/contracts/languages'
import type { LocalizedText } from '@heddle/contracts/wire'
import type { PrismaClient } from '@heddle/db/client'
import { createChat } from '@heddle/db/factories/chat'
import { type Locator, type Page, expect } from '@playwright/test'
import { assistants } from '@heddle/seed/seed-data'
import type { Person } from './people.ts'
import type { Texts } from './texts.ts'

const [fibreExpert] = assistants.institute

export const inLanguage = (text: LocalizedText, language: Language) => text[language] ?? text.default

export const expertName = (language: Language) => inLanguage(fibreExpert.name, language)
export const expertDescription = (language: Language) => inLanguage(fibreExpert.description, language)
export const expertQuestion = (language: Language) => inLanguage(fibreExpert.recommendedQuestions[0].content, language)

/** A directive to the demonstration model, as part of a question. */
export const demo = (switches: string) => `[[demo:${switches}]]`

/** What makes the order and the completeness of a text, without what Markdown does to it half-way. */
export const letters = (text: string) => text.replaceAll(/[^\p{L}]/gu, '')

export function chatScreen(page: Page, t: Texts) {
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

    /** Waits until the last reply has grown to some length, and returns what is shown then. */
    async readAtLeast(characters: number): Promise<string> {
      await expect
        .poll(async () => letters((await text.textContent()) ?? '').length, { intervals: [50] })
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
    .getByRole('button', { name: expertName(language) })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: expertName(language) })).toBeVisible()
}

/** The id in the address of an open chat. */
export async function openChatId(page: Page): Promise<string> {
  await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/)
  return new URL(page.url()).pathname.split('/')[2] ?? ''
}

/** Puts a chat without messages with the fibre expert into the user's history; returns its address. */
export async function prepareChat(db: PrismaClient, person: Person, language: Language = 'en', title?: string) {
  const { tenantId } = await db.user.findUniqueOrThrow({ where: { id: person.id } })
  const name = { path: ['en'], equals: expertName('en') }
  const assistant = await db.assistant.findFirstOrThrow({ where: { tenantId, name } })
  const { id } = await createChat(db, {
    ownerId: person.id,
    assistantId: assistant.id,
    responseLanguage: language,
    ...(title === undefined ? {} : { title }),
  })
  return { id, path: `/chat/${id}` }
}

/** Puts questions and replies in turn into an empty chat, as if they had been asked long ago; returns their ids. */
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

/** Fills in the sign-in form and sends it. */
export async function fillIn(page: Page, t: Texts, variant: 'email' | 'account' | 'memberId', name: string, password: string) {
  await page.getByRole('textbox', { name: t(`auth.${variant}`), exact: true }).fill(name)
  await page.getByLabel(t('auth.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('auth.signIn'), exact: true }).click()
}

export const historyEntry = (page: Page, t: Texts, chatId: string): Locator =>
  page
    .getByRole('navigation', { name: t('shell.landmark.history') })
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href="/chat/${chatId}"]`) })
