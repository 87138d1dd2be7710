// In Chromium: opens a workflow of 200 nodes in the builder, drags, pans, zooms, types, saves and undoes.
import { createWorkflow } from '@heddle/contracts/workflow/workflow'
import { createDatabase } from '@heddle/db/client'
import { type Browser, launchBrowser, type Page } from '../../e2e/support/browser/browser.ts'
import { createPeople, createStorage } from '../../e2e/support/people.ts'
import type { Product } from '../../e2e/support/product/product.ts'
import { createTexts } from '../../e2e/support/texts.ts'
import { formatNumber, printTable } from '../report.ts'
import { measureBuiltProduct } from './built-product.ts'
import { createLargeGraph, typedNode } from './builder-graph.ts'
import { type Frames, recordFrames } from './web-frames.ts'
import { summarize, type KeyTimings, watchKeys } from './web-keys.ts'

const t = createTexts('en')
const steps = 60
const everyMs = 16
const typedText = 'Name the thread count and the weave. '.repeat(2)

type BuilderMeasurement = {
  /** Milliseconds from the navigation until every node is painted. */
  readonly openedAfter: number
  readonly gestures: Readonly<Record<string, Frames>>
  readonly typing: KeyTimings
  readonly undoing: KeyTimings
  /** Milliseconds from the request to the end of its response. */
  readonly saves: readonly number[]
}

const watchOpening = `
  window.openedAfter = new Promise((resolve) => requestAnimationFrame(function look() {
    const nodes = document.querySelectorAll('.react-flow__node')
    const isPainted = nodes.length === 200 && [...nodes].every((node) => node.style.visibility !== 'hidden')
    if (isPainted) requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    else requestAnimationFrame(look)
  }))
`

async function createLargeWorkflow(origin: string, accessToken: string): Promise<string> {
  const body = { workflow: { name: { default: 'Two hundred nodes' }, ...createLargeGraph() } }
  const response = await fetch(`${origin}${createWorkflow.url}`, {
    method: createWorkflow.method,
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The workflow was refused: ${response.status} ${await response.text()}`)
  return createWorkflow.schema.response[200].parse(await response.json()).workflow.id
}

/** Moves the pointer from the middle of an element, or from a point, there and back. */
async function drag(page: Page, from: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  for (let step = 1; step <= steps; step += 1) {
    const away = Math.min(step, steps - step) * 6
    await page.mouse.move(from.x - away, from.y - away)
    await page.waitForTimeout(everyMs)
  }
  await page.mouse.up()
}

async function findMiddle(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not drawn`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** A point of the canvas without a node. */
const emptyPoint = (page: Page) =>
  page.evaluate<{ x: number; y: number }>(`(() => {
    const { x, y, width, height } = document.querySelector('.react-flow__pane').getBoundingClientRect()
    for (let tries = 0; tries < 1000; tries += 1) {
      const point = { x: x + 200 + ((tries * 37) % (width - 400)), y: y + 120 + ((tries * 53) % (height - 240)) }
      if (document.elementFromPoint(point.x, point.y)?.classList.contains('react-flow__pane')) return point
    }
    throw new Error('The canvas is full')
  })()`)

async function measureGestures(browser: Browser, page: Page): Promise<Record<string, Frames>> {
  const node = '.react-flow__node[data-id="merge_9"]'
  const record = (act: () => Promise<void>) => recordFrames(browser, page, act)
  const press = async (name: string) => {
    for (let step = 0; step < 8; step += 1) {
      await page.getByRole('button', { name, exact: true }).click()
      await page.waitForTimeout(250)
    }
  }
  const wheel = async (pixels: number) => {
    for (let step = 0; step < steps; step += 1) {
      await page.mouse.wheel(0, pixels)
      await page.waitForTimeout(everyMs)
    }
  }
  const gestures: Record<string, Frames> = {}
  const atNode = await findMiddle(page, node)
  gestures['dragging a node'] = await record(() => drag(page, atNode))
  await page.keyboard.press('ControlOrMeta+a')
  gestures['dragging all nodes'] = await record(() => drag(page, atNode))
  await page.keyboard.press('Escape')
  const free = await emptyPoint(page)
  gestures['panning'] = await record(() => drag(page, free))
  await page.mouse.move(atNode.x, atNode.y)
  gestures['zooming by wheel'] = await record(async () => {
    await wheel(-40)
    await wheel(40)
  })
  gestures['zooming by buttons'] = await record(async () => {
    await press(t('builder.canvas.zoomIn'))
    await press(t('builder.canvas.zoomOut'))
  })
  return gestures
}

async function measureKeys(page: Page, act: () => Promise<void>): Promise<KeyTimings> {
  await page.evaluate(watchKeys)
  await act()
  await page.waitForTimeout(300)
  return summarize(await page.evaluate('window.keys'))
}

async function measure({ origin, databaseUrl, secretKey }: Product): Promise<BuilderMeasurement> {
  const db = createDatabase({ url: databaseUrl, poolSize: 2 })
  const browser = await launchBrowser()
  try {
    const people = createPeople(db, secretKey)
    const { join: joinInstitute } = await people.createInstitute()
    const signIn = await people.signIn(await joinInstitute('A'))
    const id = await createLargeWorkflow(origin, signIn.accessToken)
    const storageState = { cookies: [], origins: [{ origin, localStorage: createStorage('en', signIn) }] }
    const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 }, storageState })
    const page = await context.newPage()
    const saves: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('/draft')) saves.push(Promise.resolve(request.timing().responseEnd))
    })

    // Warms up the service and the browser's cache, as in daily use.
    await page.goto(`/workflow/${id}`)
    await page.waitForLoadState('networkidle')
    await page.addInitScript(watchOpening)
    await page.reload()
    const openedAfter = await page.evaluate<number>('window.openedAfter')
    // The gestures are those of all nodes in sight.
    await page.getByRole('button', { name: t('builder.canvas.fit'), exact: true }).click()
    await page.waitForTimeout(1_000)

    const gestures = await measureGestures(browser, page)
    const saved = page.getByText(t('builder.saving.saved'), { exact: true })
    await saved.waitFor()

    await page.getByRole('combobox', { name: t('builder.search') }).fill(typedNode)
    await page.getByRole('option').first().click()
    const prompt = page.getByRole('textbox', { name: t('builder.field.prompt') })
    await prompt.press('End')
    const typing = await measureKeys(page, () => prompt.pressSequentially(typedText, { delay: 60 }))
    await saved.waitFor()
    await page.locator('.react-flow__pane').click({ position: await emptyPointIn(page) })
    await page.keyboard.press('ControlOrMeta+a')
    const undoing = await measureKeys(page, async () => {
      await page.keyboard.press('Delete')
      for (let step = 0; step < 4; step += 1) {
        await page.waitForTimeout(400)
        await page.keyboard.press('ControlOrMeta+z')
      }
    })
    await saved.waitFor()
    return { openedAfter, gestures, typing, undoing, saves: await Promise.all(saves) }
  } finally {
    await browser.close()
    await db.$disconnect()
  }
}

async function emptyPointIn(page: Page) {
  const [{ x, y }, box] = [await emptyPoint(page), await page.locator('.react-flow__pane').boundingBox()]
  return { x: x - (box?.x ?? 0), y: y - (box?.y ?? 0) }
}

/** Measures the builder of the built application with its own product. */
export const measureBuilder = (): Promise<BuilderMeasurement> => measureBuiltProduct(measure)

export function printBuilder({ openedAfter, gestures, typing, undoing, saves }: BuilderMeasurement): void {
  printTable(
    'The builder with 200 nodes: frames in ms',
    ['', 'p50', 'p95', 'longest', 'tasks ≥ 50 ms', 'costliest task, CPU'],
    Object.entries(gestures).map(([name, { frames, longTasks, costliestTask }]) => [
      name,
      formatNumber(frames.p50),
      formatNumber(frames.p95),
      formatNumber(frames.max),
      String(longTasks.length),
      formatNumber(costliestTask),
    ]),
  )
  printTable(
    'The builder with 200 nodes',
    ['', 'ms', 'wanted'],
    [
      ['opened after', formatNumber(openedAfter), '≤ 1,000'],
      ['work for a key typed in a prompt, p95', formatNumber(typing.work.p95), '≤ 50'],
      ['… most', formatNumber(typing.work.max), '≤ 50'],
      ['from the key to the end of its frame, p95', formatNumber(typing.toFrame.p95), ''],
      ['work for deleting all nodes, and for an undo, most', formatNumber(undoing.work.max), ''],
      [`saving, most of ${saves.length}`, formatNumber(Math.max(...saves)), '≤ 300'],
    ],
  )
}
