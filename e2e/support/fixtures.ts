// The fixtures of every journey. A console error, an exception of the page and a request to a foreign host fail the test, unless the test
// expects them.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { defaultLanguage, type Language } from '@heddle/contracts/languages'
import { xsrfCookie } from '@heddle/contracts/system/system'
import type { PrismaClient } from '@heddle/db/client'
import { createDemoModel, type DemoModel, type DemoModelOptions } from '@heddle/demo-model/server'
import type { AxeResults } from 'axe-core'
import { type BrowserContext, type ConsoleMessage, expect, type Page, type Request, test as base, type WebError } from '@playwright/test'
import { type ContextPool, createContextPool } from './browser/browser-contexts.ts'
import { findProduct } from './product/environment.ts'
import { createPeople, openDatabase, type People, type Person, type SignIn, createStorage } from './people.ts'
import { type Api, type ApiOptions, type Product, startApi } from './product/product.ts'

export { expect } from '@playwright/test'

export const desk = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

export type Visit = {
  /** The signed-in user; anonymous by default. */
  readonly as?: Person
  /** A session of the user; a new one by default. */
  readonly signIn?: SignIn
  readonly language?: Language
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'light' | 'dark'
  /** The user agent; the browser's own by default. */
  readonly userAgent?: string
  /** The origin of the API; the shared one by default. */
  readonly origin?: string
}

export type Problems = {
  /** Expects problems that match, from now on. */
  readonly expect: (pattern: RegExp) => void
  readonly expected: readonly RegExp[]
}

type TestFixtures = {
  readonly problems: Problems
  /** Opens a page with its own storage and cookies. */
  readonly visit: (visit?: Visit) => Promise<Page>
  /** Starts an API process for this test on the shared database. */
  readonly ownApi: (options?: ApiOptions) => Promise<Api>
  /** Starts a demonstration model for this test. */
  readonly ownModel: (options?: DemoModelOptions) => Promise<DemoModel>
}

type WorkerFixtures = {
  readonly product: Product
  readonly db: PrismaClient
  readonly people: People
  readonly contexts: ContextPool
}

/** Returns a host name for a tenant: Chromium resolves names below `localhost` to this machine. */
export const createHostname = (word: string) => `${word}.localhost`

const isOurs = (url: string) =>
  /^(data|blob|about|chrome-extension):/.test(url) || /^(127\.0\.0\.1|.+\.localhost)$/.test(new URL(url).hostname)

/** Returns a random IP address: each browser has its own, as sign-ins are counted by address. */
const createAddress = () => `10.${[...randomBytes(3)].join('.')}`

/** Chromium does not report a violation whose error the page catches. */
const logPolicyViolations = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
  console.error('Content security policy: ' + violatedDirective + ' refused ' + blockedURI + ' of ' + sourceFile)
})`

/** Reports the browser's problems until the returned function is called. */
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
    // A dependency, so that the browsers are closed before the API processes.
    void ownApi
    const seen: string[] = []
    const visits: (() => Promise<void>)[] = []
    await use(async ({ as, signIn, language = defaultLanguage, origin = product.origin, userAgent, ...look } = {}) => {
      const tokens = signIn ?? (as && (await people.signIn(as)))
      const permissions = ['clipboard-read', 'clipboard-write']
      const context = await contexts.acquire(
        { baseURL: origin, viewport: desk, colorScheme: 'light', permissions, ...(userAgent && { userAgent }) },
        logPolicyViolations,
        {
          extraHTTPHeaders: { 'x-forwarded-for': createAddress() },
          storageState: { cookies: [], origins: [{ origin, localStorage: createStorage(language, tokens) }] },
        },
      )
      // The cookie of an earlier visit. Without it a call in flight during the first response is refused and repeated, which logs a
      // console error.
      await context.addCookies([{ name: xsrfCookie, value: randomUUID(), url: origin }])
      const unwatch = watch(context, (problem) => seen.push(problem))
      visits.push(async () => {
        await contexts.release(context)
        unwatch()
      })
      const page = await context.newPage()
      // Of the page: all looks share a context, with the application in its cache.
      if (look.viewport) await page.setViewportSize(look.viewport)
      if (look.colorScheme) await page.emulateMedia({ colorScheme: look.colorScheme })
      return page
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

  // eslint-disable-next-line no-empty-pattern
  ownModel: async ({}, use) => {
    const started: DemoModel[] = []
    await use(async (options) => {
      const model = await createDemoModel(options)
      started.push(model)
      return model
    })
    for (const model of started) await model.close()
  },
})

/** Minified: a page that is checked compiles it, which takes half as long. */
const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Rules whose violations axe itself takes for moderate or minor, which are not reported here. */
const lesserRules = [
  'aria-allowed-role',
  'aria-deprecated-role',
  'empty-heading',
  'empty-table-header',
  'form-field-multiple-labels',
  'heading-order',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'meta-viewport-large',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'scope-attr-valid',
  'skip-link',
]

const axeRules = {
  all: { rules: Object.fromEntries(lesserRules.map((id) => [id, { enabled: false }])) },
  // Only they differ in the dark scheme.
  colors: { runOnly: ['color-contrast'] },
  // What a narrow window and large letters can change: what is shown, how it is nested, where it scrolls, and how large it is.
  layout: {
    runOnly: [
      'aria-hidden-focus',
      'aria-required-children',
      'aria-required-parent',
      'button-name',
      'label',
      'link-name',
      'list',
      'nested-interactive',
      'scrollable-region-focusable',
      'target-size',
    ],
  },
}

/** What of a page is checked. */
const axeParts = {
  /** Without the menu and the history beside it, which are the same on every page. */
  content: { exclude: ['[data-tour="menu"]', '[data-tour="history"]'] },
  /** A dialog with its lists. */
  dialog: { include: ['[data-portal]'] },
}

export type AxePart = 'page' | keyof typeof axeParts

/** Expects no serious or critical violation of axe. */
export async function expectAccessible(page: Page, rules: keyof typeof axeRules = 'all', part: AxePart = 'page'): Promise<void> {
  // A running animation is between two colors or opacities, and a dialog gets its name a moment after it opens.
  const findUnsettled = () =>
    page.evaluate<[number, number]>(
      `[document.getAnimations().filter(({ playState }) => playState === "running").length, document.querySelectorAll('[role="dialog"]:not([aria-label], [aria-labelledby])').length]`,
    )
  await expect.poll(findUnsettled, 'running animations, and dialogs without a name').toEqual([0, 0])
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(await readFile(axeFile, 'utf8'))
  // Style sheets and media are not fetched for the rules that read them: none of those is about what our pages have.
  const options = { resultTypes: ['violations'], preload: false, ...axeRules[rules] }
  const context = part === 'page' ? 'document' : JSON.stringify(axeParts[part])
  // Only the violations, as what else axe returns is long.
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(${context}, ${JSON.stringify(options)}).then((results) => results.violations)`,
  )
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`),
  ).toEqual([])
}

/** Expects that the page does not scroll sideways, once floating elements are positioned. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = () => page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  await expect.poll(excess, 'pixels beside the window').toBeLessThanOrEqual(0)
}

/** Saves a screenshot in test-results. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  const directory = join(import.meta.dirname, '..', 'test-results', 'screens')
  await mkdir(directory, { recursive: true })
  await page.screenshot({ path: join(directory, `${name}.png`) })
}

/** Saves a screenshot for review, when SCREENS is set: each takes a tenth of a second of processor time. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env.SCREENS) await saveScreenshot(page, name)
}
