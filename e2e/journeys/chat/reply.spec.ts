// The reply belongs to the service: tabs open and close without losing text.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createChatScreen, createDirective, extractLetters, prepareChat } from '../../support/pages/chat.ts'
import { findModelCalls } from '../../support/product/demo-model.ts'
import { expect, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')
const language = 'en'

/** Creates a question that can be found in the model's record. */
const createUniqueQuestion = (switches: string) => {
  const word = `q${randomUUID().slice(0, 8)}`
  return { word, question: `What is ${word}? ${switches}` }
}

/** Headless Chromium takes every tab for a visible one. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} })
    document.dispatchEvent(new Event('visibilitychange'))`)

/** Opens so many connections to the stream of a reply as other tabs would have, until the returned function is called. */
async function holdConnections(page: Page, chatId: string, count: number) {
  await page.evaluate(`(async () => {
    const end = new AbortController()
    const headers = { authorization: 'Bearer ' + localStorage.getItem('access_token') }
    const open = () => fetch('/api/v1/chat/${chatId}/message_stream', { headers, signal: end.signal })
    window.held = { end, responses: await Promise.all(Array.from({ length: ${count} }, open)) }
  })()`)
  expect(await page.evaluate('window.held.responses.every(({ ok }) => ok)')).toBe(true)
  return () => page.evaluate('window.held.end.abort()')
}

/** Clicks the stop button, and returns when the browser sent the request. */
async function clickStop(page: Page, { stop }: ReturnType<typeof createChatScreen>): Promise<number> {
  const sent = page.waitForRequest(/\/stop_generation$/).then(() => Date.now())
  await stop.click()
  return sent
}

test('a tab that is not seen leaves its connection to another one, which shows the same text, and stops the reply in both', async ({
  visit,
  people,
  db,
}) => {
  const member = await people.invite()
  const { id, path } = await prepareChat(db, member)
  const page = await visit({ as: member, language })
  await page.goto(path)
  const first = createChatScreen(page, t)
  const { word, question } = createUniqueQuestion(createDirective('endless,tps=30'))
  await first.ask(question)
  const before = await first.readAtLeast(20)
  // A browser has six connections to a host: with the stream of this tab all of them are taken.
  const release = await holdConnections(page, id, 5)
  await setHidden(page, true)

  const other = await page.context().newPage()
  await other.goto(path)
  const second = createChatScreen(other, t)
  expect(extractLetters(await second.readAtLeast(extractLetters(before).length)).startsWith(extractLetters(before))).toBe(true)
  expect(await first.reply.getAttribute('aria-busy')).toBe('true')
  await release()
  await setHidden(page, false)
  const stoppedAt = await clickStop(other, second)
  await expect.poll(async () => (await findModelCalls(word))[0]?.aborted, { intervals: [50] }).toBe(true)
  expect(Date.parse((await findModelCalls(word))[0]?.closedAt ?? '') - stoppedAt).toBeLessThan(2_000)
  for (const tab of [first, second]) await expect(tab.reply.getByText(t('chat.message.stopped'))).toBeVisible()
  expect(await second.text.textContent()).toBe(await first.text.textContent())
  expect(extractLetters((await first.text.textContent()) ?? '').startsWith(extractLetters(before))).toBe(true)
})

/** Records the notifications of a page in its `shown`; with `needsWorker`, as in Chrome on Android, a page alone may have none. */
const recordNotifications = (page: Page) =>
  page.addInitScript(`window.shown = []
    window.Notification = class extends EventTarget {
      static permission = 'default'
      static requestPermission = async () => (window.Notification.permission = 'granted')
      constructor(title, options) {
        if (window.needsWorker) throw new TypeError('Illegal constructor')
        super()
        window.shown.push({ title, body: options.body })
      }
      close() {}
    }
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body }) => window.shown.push({ title, body, byWorker: true })`)

test('a hidden page says that its reply has ended, by its title and, where the user wants it, by a notification, also in Chrome on Android', async ({
  visit,
  people,
  db,
}) => {
  const member = await people.invite()
  const { path } = await prepareChat(db, member, language, 'Yarn counts')
  const page = await visit({ as: member, language })
  await recordNotifications(page)
  await page.goto(path)
  const chat = createChatScreen(page, t)
  const said = { title: t('chat.message.done'), body: 'Yarn counts' }
  for (const [index, shown] of [[said], [said, { ...said, byWorker: true }]].entries()) {
    if (index === 1) await page.evaluate('window.needsWorker = true')
    await chat.ask(createUniqueQuestion(createDirective('tps=20,tokens=60')).question)
    const ready = page.getByRole('button', { name: t('ready.label') })
    if (index === 0) await ready.click()
    await expect(ready).toHaveAttribute('aria-pressed', 'true')
    await setHidden(page, true)
    await expect(page).toHaveTitle(/^● Yarn counts/)
    await expect.poll(() => page.evaluate<object[]>('window.shown')).toEqual(shown)
    await setHidden(page, false)
    await expect(page).toHaveTitle(/^Yarn counts/)
  }
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
  // As fifteen seconds later.
  await db.runningReply.updateMany({ where: { message: { chatId: id } }, data: { leaseExpiresAt: new Date(0) } })
  await expect(chat.reply.getByText(t('chat.message.interrupted'))).toBeVisible({ timeout: 40_000 })
  expect(extractLetters((await chat.text.textContent()) ?? '').startsWith(before)).toBe(true)
  await chat.expectGoesOn(createUniqueQuestion(createDirective('tps=200')).question)
})
