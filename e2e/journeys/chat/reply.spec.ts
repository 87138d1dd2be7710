// The reply belongs to the service: tabs open and close without losing text.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createChatScreen, createDirective, extractLetters, prepareChat } from '../../support/pages/chat.ts'
import { findModelCalls } from '../../support/product/demo-model.ts'
import { expect, test } from '../../support/fixtures.ts'
import type { Person } from '../../support/people.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')
const language = 'en'
const slow = createDirective('tps=25,tokens=300')

/** Creates a question that can be found in the model's record. */
const createUniqueQuestion = (switches = slow) => {
  const word = `q${randomUUID().slice(0, 8)}`
  return { word, question: `What is ${word}? ${switches}` }
}

async function openInTwoTabs(page: Page, path: string) {
  const other = await page.context().newPage()
  await page.goto(path)
  await other.goto(path)
  return [createChatScreen(page, t), createChatScreen(other, t)] as const
}

/** Headless Chromium takes every tab for a visible one. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} })
    document.dispatchEvent(new Event('visibilitychange'))`)

test('a seventh tab follows the reply, as six that are not seen leave it a connection, and all end with the same text', async ({
  visit,
  people,
  db,
}) => {
  const member = await people.invite()
  const { path } = await prepareChat(db, member)
  const page = await visit({ as: member, language })
  await page.goto(path)
  const first = createChatScreen(page, t)
  await first.ask(createUniqueQuestion(createDirective('tps=40,tokens=400')).question)
  const before = await first.readAtLeast(20)
  await setHidden(page, true)
  for (let tab = 2; tab <= 6; tab += 1) {
    const hidden = await page.context().newPage()
    await hidden.goto(path)
    await createChatScreen(hidden, t).readAtLeast(20)
    await setHidden(hidden, true)
  }

  const other = await page.context().newPage()
  await other.goto(path)
  const last = createChatScreen(other, t)
  expect(extractLetters(await last.readAtLeast(extractLetters(before).length)).startsWith(extractLetters(before))).toBe(true)
  expect(await first.reply.getAttribute('aria-busy')).toBe('true')
  await setHidden(page, false)
  await first.expectDone()
  await last.expectDone()
  expect(await last.text.textContent()).toBe(await first.text.textContent())
})

/** Records the notifications of a page in its `shown`; as Chrome on Android, a page alone may have none. */
const recordNotifications = (page: Page, needsWorker: boolean) =>
  page.addInitScript(`window.shown = []
    window.Notification = class extends EventTarget {
      static permission = 'default'
      static requestPermission = async () => (window.Notification.permission = 'granted')
      constructor(title, options) {
        if (${needsWorker}) throw new TypeError('Illegal constructor')
        super()
        window.shown.push({ title, body: options.body })
      }
      close() {}
    }
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body }) => window.shown.push({ title, body })`)

for (const { browser, needsWorker } of [
  { browser: 'a browser', needsWorker: false },
  { browser: 'Chrome on Android', needsWorker: true },
])
  test(`a hidden page of ${browser} says that its reply has ended, by its title and, where the user wants it, by a notification`, async ({
    visit,
    people,
    db,
  }) => {
    const member = await people.invite()
    const { path } = await prepareChat(db, member, language, 'Yarn counts')
    const page = await visit({ as: member, language })
    await recordNotifications(page, needsWorker)
    await page.goto(path)
    const chat = createChatScreen(page, t)
    await chat.ask(createUniqueQuestion(createDirective('tps=20,tokens=60')).question)
    const ready = page.getByRole('button', { name: t('ready.label') })
    await ready.click()
    await expect(ready).toHaveAttribute('aria-pressed', 'true')
    await setHidden(page, true)
    await expect(page).toHaveTitle(/^● Yarn counts/)
    await expect.poll(() => page.evaluate<object[]>('window.shown')).toEqual([{ title: t('chat.message.done'), body: 'Yarn counts' }])
    await setHidden(page, false)
    await expect(page).toHaveTitle(/^Yarn counts/)
  })

test('one of two tabs that send at the same time is accepted, and the other keeps its text', async ({ visit, people, db, problems }) => {
  problems.expect(/409/)
  const member = await people.invite()
  const { id, path } = await prepareChat(db, member)
  const page = await visit({ as: member, language })
  const tabs = await openInTwoTabs(page, path)
  const endless = createDirective('endless,tps=60')
  const asked = [createUniqueQuestion(endless), createUniqueQuestion(endless)] as const
  for (const [index, tab] of tabs.entries()) await tab.composer.fill(asked[index]?.question ?? '')
  // A tab that hears of the other's question first does not send its own.
  const bothSent = Promise.withResolvers<void>()
  let sent = 0
  await page.context().route(
    '**/message_stream',
    async (route) => {
      sent += 1
      if (sent === 2) bothSent.resolve()
      await bothSent.promise
      await route.continue()
    },
    { times: 2 },
  )
  await Promise.all(tabs.map((tab) => tab.composer.press('Enter')))

  const refused = page
    .context()
    .pages()
    .map((tab) => tab.getByRole('alert').filter({ hasText: t('errors.code.CHAT_PUSH_MESSAGE_FAILED') }))
  await expect.poll(async () => (await Promise.all(refused.map((alert) => alert.count()))).reduce((sum, count) => sum + count, 0)).toBe(1)
  const loser = (await refused[0]?.count()) === 1 ? 0 : 1
  await expect(tabs[loser].composer).toHaveValue(asked[loser].question)
  await tabs[loser === 0 ? 1 : 0].stop.click()
  for (const tab of tabs) await tab.expectDone()

  const messages = await db.message.findMany({ where: { chatId: id }, orderBy: { depth: 'asc' } })
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  expect(messages[0]?.content).toBe(asked[loser === 0 ? 1 : 0].question)
  expect(await findModelCalls(asked[loser].word)).toEqual([])
  await expect(tabs[loser].send).toBeVisible()
  await tabs[loser].composer.press('Enter')
  await tabs[loser].stop.click()
  await tabs[loser].expectDone(2)
})

test('a question that is sent twice is one call and one usage event', async ({ visit, people, db }) => {
  const member = await people.invite()
  const { id, path } = await prepareChat(db, member)
  const page = await visit({ as: member, language })
  const chat = createChatScreen(page, t)
  const { word, question } = createUniqueQuestion(createDirective('tps=60,tokens=60'))
  await page.goto(path)
  await chat.composer.fill(question)
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await chat.expectDone()
  const calls = await findModelCalls(word)
  expect(calls.filter(({ body }) => (body as { stream?: boolean }).stream && !JSON.stringify(body).includes('title'))).toHaveLength(1)
  expect(await db.usageEvent.count({ where: { chatId: id, flow: 'chat' } })).toBe(1)
})

/** Clicks the stop button, and returns when the browser sent the request. */
async function clickStop(page: Page, { stop }: ReturnType<typeof createChatScreen>): Promise<number> {
  const sent = page.waitForRequest(/\/stop_generation$/).then(() => Date.now())
  await stop.click()
  return sent
}

test('stopping in another tab closes the call to the model within two seconds, and keeps text and usage', async ({ visit, people, db }) => {
  const member = await people.invite()
  const { id, path } = await prepareChat(db, member)
  const page = await visit({ as: member, language })
  await page.goto(path)
  const first = createChatScreen(page, t)
  const { word, question } = createUniqueQuestion(createDirective('endless,tps=30'))
  await first.ask(question)
  const before = await first.readAtLeast(20)

  const other = await page.context().newPage()
  await other.goto(path)
  const second = createChatScreen(other, t)
  await expect(second.stop).toBeVisible()
  const stoppedAt = await clickStop(other, second)
  await expect.poll(async () => (await findModelCalls(word))[0]?.aborted, { intervals: [50] }).toBe(true)
  const [call] = await findModelCalls(word)
  expect(Date.parse(call?.closedAt ?? '') - stoppedAt).toBeLessThan(2_000)

  for (const tab of [first, second]) {
    await expect(tab.reply.getByText(t('chat.message.stopped'))).toBeVisible()
    expect(extractLetters((await tab.text.textContent()) ?? '').startsWith(extractLetters(before))).toBe(true)
  }
  const reply = await db.message.findFirstOrThrow({ where: { chatId: id, role: 'assistant' } })
  expect(reply.status).toBe('stopped')
  const usage = await db.usageEvent.findMany({ where: { chatId: id, flow: 'chat' } })
  expect(usage).toHaveLength(1)
  expect(usage[0]?.outputTokens).toBeGreaterThan(0)
  await first.expectGoesOn(createUniqueQuestion(createDirective('tps=200')).question)
})

test('a reply continues without a reader', async ({ visit, people, db }) => {
  const member = await people.invite()
  const { path } = await prepareChat(db, member)
  const page = await visit({ as: member, language })
  const chat = createChatScreen(page, t)
  await page.goto(path)
  await chat.ask(createUniqueQuestion(createDirective('tps=40,tokens=60')).question)
  const before = await chat.readAtLeast(5)
  await page.goto('/assistant')
  await expect(page.getByRole('heading', { level: 1, name: t('assistant.title') })).toBeVisible()
  await page.goto(path)
  await chat.expectDone()
  expect(extractLetters((await chat.text.textContent()) ?? '').startsWith(extractLetters(before))).toBe(true)
})

async function expectEndless(visit: (as: Person) => Promise<Page>, as: Person, path: string) {
  const page = await visit(as)
  await page.goto(path)
  const chat = createChatScreen(page, t)
  const asked = createUniqueQuestion(createDirective('endless,tps=30'))
  await chat.ask(asked.question)
  return { page, chat, word: asked.word, before: await chat.readAtLeast(20) }
}

test('another process of the API follows and stops the reply', async ({ visit, people, db, ownApi }) => {
  const member = await people.invite()
  const { path } = await prepareChat(db, member)
  const [here, there] = await Promise.all([visit({ as: member, language }), ownApi()])
  const { chat, word, before } = await expectEndless(() => Promise.resolve(here), member, path)

  const elsewhere = await visit({ as: member, language, origin: there.origin })
  await elsewhere.goto(path)
  const far = createChatScreen(elsewhere, t)
  expect(extractLetters(await far.readAtLeast(extractLetters(before).length)).startsWith(extractLetters(before))).toBe(true)
  const now = extractLetters((await far.text.textContent()) ?? '').length
  await far.readAtLeast(now + 20)

  const stoppedAt = await clickStop(elsewhere, far)
  await expect.poll(async () => (await findModelCalls(word))[0]?.aborted, { intervals: [50] }).toBe(true)
  expect(Date.parse((await findModelCalls(word))[0]?.closedAt ?? '') - stoppedAt).toBeLessThan(2_000)
  await expect(far.reply.getByText(t('chat.message.stopped'))).toBeVisible()
  await expect(chat.reply.getByText(t('chat.message.stopped'))).toBeVisible()
  expect(await far.text.textContent()).toBe(await chat.text.textContent())
})

test('killing the API during a reply keeps the shown text, and the chat continues', async ({ visit, people, db, ownApi, problems }) => {
  problems.expect(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|network error/)
  const member = await people.invite()
  const { id, path } = await prepareChat(db, member)
  const api = await ownApi()
  const page = await visit({ as: member, language, origin: api.origin })
  await page.goto(path)
  const chat = createChatScreen(page, t)
  await chat.ask(createUniqueQuestion(createDirective('endless,tps=30')).question)
  await chat.readAtLeast(60)

  await api.crash()
  await expect(page.getByText(t('chat.connection.reconnecting'))).toBeVisible()
  const before = extractLetters((await chat.text.textContent()) ?? '')
  await api.start()
  // The worker ends a reply whose lease has expired.
  await expect(chat.reply.getByText(t('chat.message.interrupted'))).toBeVisible({ timeout: 40_000 })
  expect(extractLetters((await chat.text.textContent()) ?? '').startsWith(before)).toBe(true)
  const saved = await db.message.findFirstOrThrow({ where: { chatId: id, role: 'assistant' } })
  expect(saved.status).toBe('interrupted')
  expect(extractLetters(saved.content).startsWith(before)).toBe(true)
  expect(await db.usageEvent.count({ where: { chatId: id, flow: 'chat' } })).toBe(1)
  await chat.expectGoesOn(createUniqueQuestion(createDirective('tps=200')).question)
})
