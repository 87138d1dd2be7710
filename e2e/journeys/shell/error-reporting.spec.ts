// Errors of the page, reported to a server of this test in place of a Sentry-compatible service.
import { startErrorReceiver } from '../../../apps/api/test/servers/error-receiver.ts'
import { launchBrowser } from '../../support/browser/browser.ts'
import { createChatScreen, createDirective, getExpertName } from '../../support/pages/chat.ts'
import { expect, test } from '../../support/fixtures.ts'
import { createStorage } from '../../support/people.ts'
import { createTexts } from '../../support/texts.ts'

const canary = 'canary-4e1d'
const host = 'heddle.test'
const language = 'en'

test('an error of the page is reported with its environment and request, without anything on the screen', async ({
  ownApi,
  people,
  db,
}) => {
  const t = createTexts(language)
  const receiver = await startErrorReceiver()
  const api = await ownApi({ settings: { SENTRY_DSN: receiver.dsn, SENTRY_ENVIRONMENT: 'journeys' } })
  const { port } = new URL(api.origin)
  const member = await people.invite('member')
  await db.user.update({ where: { id: member.id }, data: { tourOfferedAt: new Date() } })
  const tokens = await people.signIn(member)
  const browser = await launchBrowser([`--host-resolver-rules=MAP ${host} 127.0.0.1`])
  try {
    const open = async (origin: string) => {
      const storageState = { cookies: [], origins: [{ origin, localStorage: createStorage(language, tokens) }] }
      const page = await (await browser.newContext({ baseURL: origin, storageState })).newPage()
      const violations: string[] = []
      page.on('console', (message) => /security policy/i.test(message.text()) && violations.push(message.text()))
      return { page, violations }
    }

    const local = await open(`http://localhost:${port}`)
    const scripts: string[] = []
    local.page.on('request', (request) => scripts.push(request.url()))
    await local.page.goto('/chat')
    await expect(local.page.getByRole('heading', { level: 1 })).toBeVisible()
    await local.page.evaluate(`queueMicrotask(() => { throw new TypeError('${canary}') })`)

    const { page, violations } = await open(`http://${host}:${port}`)
    const loaded = page.waitForResponse(/\/assets\/sentry-/)
    await page.goto(`/chat?q=${canary}-keyword`)
    await loaded
    const chat = createChatScreen(page, t)
    await page
      .getByRole('main')
      .getByRole('button', { name: getExpertName(language) })
      .click()
    const file = { name: `${canary}-file.txt`, mimeType: 'text/plain', buffer: Buffer.from(`${canary}-text`) }
    await page.locator('input[type=file]').setInputFiles([file])
    await chat.ask(`${canary}-question [${canary}](https://${canary}.example/?a=${canary}) ${createDirective('echo')}`)
    await chat.expectDone()

    // A response that breaks the contract, with the id of a real request.
    let requestId = ''
    await page.route('**/api/v1/help/chapter', async (route) => {
      const response = await route.fetch({ url: route.request().url().replace(host, '127.0.0.1') })
      requestId = response.headers()['x-request-id'] ?? ''
      await route.fulfill({ response, json: { chapters: `${canary}-chapter` } })
    })
    await page.evaluate(`queueMicrotask(() => { throw new Error('${canary}-message') })`)
    await page
      .getByRole('link', { name: t('shell.help'), exact: true })
      .first()
      .click()
    const events = () => receiver.items('event').filter(({ exception }) => JSON.stringify(exception).includes('ApiError'))
    await expect.poll(events).toHaveLength(1)
    expect(events()[0]).toMatchObject({
      environment: 'journeys',
      user: { id: member.id },
      tags: { request_id: requestId, code: 'UNKNOWN' },
    })
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/)

    // The link of the reply is in the recording.
    await expect.poll(() => JSON.stringify(receiver.items('replay_recording'))).toContain('"rel":"noopener')
    await expect.poll(() => receiver.items('transaction').length).toBeGreaterThan(1)
    const sent = receiver.received.join('\n')
    const secrets = [canary, tokens.accessToken, tokens.refreshToken, member.password, `localhost:${port}`]
    expect(secrets.filter((secret) => sent.includes(secret))).toEqual([])
    expect(violations).toEqual([])
    expect(scripts.filter((url) => url.includes('sentry'))).toEqual([])
  } finally {
    await browser.close()
    await receiver.close()
  }
})
