// What every journey starts from. Whatever the browser complains about fails the test, unless the test has said that it
// will: an error in the console, a page that throws, a request to a host that is not ours.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { defaultLanguage, type Language } from '@heddle/contracts/languages'
import { xsrfCookie } from '@heddle/contracts/system'
import type { PrismaClient } from '@heddle/db/client'
import { type BrowserContext, type ConsoleMessage, expect, type Page, type Request, test as base, type WebError } from '@playwright/test'
import { type ContextPool, createContextPool } from './browser-contexts.ts'
import { findProduct } from './environment.ts'
import { createPeople, openDatabase, type People, type Person, type SignIn, createStorage } from './people.ts'
import { type Api, type ApiOptions, type Product, startApi } from './product.ts'

export { expect } from '@playwright/test'

export const desk = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

export type Visit = {
  /** Who is signed in; anonymous unless given. */
  readonly as?: Person
  /** A sign-in of theirs; a new one unless given. */
  readonly signIn?: SignIn
  readonly language?: Language
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'light' | 'dark'
  /** What the browser says that it is; what it is unless given. */
  readonly userAgent?: string
  /** Origin of the API; the common one unless given. */
  readonly origin?: string
}

export type Problems = {
  /** From here on, what matches is no surprise. */
  readonly expect: (pattern: RegExp) => void
  readonly expected: readonly RegExp[]
}

type TestFixtures = {
  readonly problems: Problems
  /** Opens a browser whose storage and cookies are its own. */
  readonly visit: (visit?: Visit) => Promise<Page>
  /** Starts an API process of the test's own on the common database. */
  readonly ownApi: (options?: ApiOptions) => Promise<Api>
}

type WorkerFixtures = {
  readonly product: Product
  readonly db: PrismaClient
  readonly people: People
  readonly contexts: ContextPool
}

/** A name of this machine that a tenant can have for its own: Chromium resolves names below `localhost` to this machine. */
export const createHostname = (word: string) => `${word}.localhost`

const isOurs = (url: string) =>
  /^(data|blob|about|chrome-extension):/.test(url) || /^(127\.0\.0\.1|.+\.localhost)$/.test(new URL(url).hostname)

/** Each browser comes from an address of its own, as people do: sign-ins are counted by it. */
const someAddress = () => `10.${[...randomBytes(3)].join('.')}`

/** Chromium says nothing of a violation whose error the page catches. */
const logPolicyViolations = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
  console.error('Content security policy: ' + violatedDirective + ' refused ' + blockedURI + ' of ' + sourceFile)
})`

/** Reports what the browser complains about, until the returned function is called. */
function watch(context: BrowserContext, report: (problem: string) => void): () => void {
  const handleConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error') report(`console: ${message.text()} (${message.location().url})`)
  }
  const handleError = (error: WebError) => report(`page: ${error.error().stack ?? error.error().message}`)
  const handleRequest = (request: Request) => {
    if (!isOurs(request.url())) report(`foreign request: ${request.url()}`)
  }
  context.on('console', handleConsole).on('weberror', handleError).on('request', handleRequest)
  return () => void context.off('console', handleConsole).off('weberror', handleError).off('request', handleRequest)
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  // eslint-disable-next-line no-empty-pattern
  product: [async ({}, use) => use(findProduct()), { scope: 'worker' }],

  db: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const db = openDatabase()
      await use(db)
      await db.$disconnect()
    },
    { scope: 'worker' },
  ],

  people: [async ({ db, product }, use) => use(createPeople(db, product.secretKey)), { scope: 'worker' }],

  // eslint-disable-next-line no-empty-pattern
  problems: async ({}, use) => {
    const expected: RegExp[] = []
    await use({ expected, expect: (pattern) => void expected.push(pattern) })
  },

  contexts: [
    async ({ browser }, use) => {
      const contexts = createContextPool(browser)
      await use(contexts)
      await contexts.close()
    },
    { scope: 'worker' },
  ],

  visit: async ({ contexts, people, product, problems, ownApi }, use) => {
    // Named only so that the browsers are closed before the processes that they read from.
    void ownApi
    const seen: string[] = []
    const visits: (() => Promise<void>)[] = []
    await use(async ({ as, signIn, language = defaultLanguage, viewport = desk, origin = product.origin, ...browserLooks } = {}) => {
      const tokens = signIn ?? (as && (await people.signIn(as)))
      const permissions = ['clipboard-read', 'clipboard-write']
      const context = await contexts.take(
        { baseURL: origin, viewport, colorScheme: 'light', ...browserLooks, permissions },
        logPolicyViolations,
        {
          extraHTTPHeaders: { 'x-forwarded-for': someAddress() },
          storageState: { cookies: [], origins: [{ origin, localStorage: createStorage(language, tokens) }] },
        },
      )
      // A browser that was here before. Without it a call that is under way when the first response brings the cookie is refused and
      // repeated: the user sees nothing of it, the console does.
      await context.addCookies([{ name: xsrfCookie, value: randomUUID(), url: origin }])
      const unwatch = watch(context, (problem) => seen.push(problem))
      visits.push(async () => {
        await (origin === product.origin ? contexts.giveBack(context) : contexts.discard(context))
        unwatch()
      })
      return context.newPage()
    })
    for (const endVisit of visits) await endVisit()
    expect(seen.filter((problem) => !problems.expected.some((pattern) => pattern.test(problem)))).toEqual([])
  },

  ownApi: async ({ product }, use) => {
    const started: Api[] = []
    await use(async (options) => {
      const api = await startApi(product, options)
      started.push(api)
      return api
    })
    for (const api of started) await api.stop()
  },
})

/** Finds nothing that axe calls serious or critical. `rules` limits it to some: colors are all that differs in the dark. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // A change of the colors reaches what inherits them frame by frame: in between, old ones stand on new ones.
  const running = () => page.evaluate<number>('document.getAnimations().filter(({ playState }) => playState === "running").length')
  await expect.poll(running, 'running animations').toBe(0)
  // There are no frames, for which the other mode would open a page of its own each time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`),
  ).toEqual([])
}

/** Nothing of the page lies beside the window, once what floats has found its place. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = () => page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  await expect.poll(excess, 'pixels beside the window').toBeLessThanOrEqual(0)
}

/** Keeps a picture in test-results, for people to look at. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const directory = join(import.meta.dirname, '..', 'test-results', 'screens')
  await mkdir(directory, { recursive: true })
  await page.screenshot({ path: join(directory, `${name}.png`) })
}
