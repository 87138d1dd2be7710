import { readFileSync, writeFileSync } from 'node:fs'
import { launchBrowser } from '../e2e/support/browser.ts'
import { createDatabase } from '@heddle/db/client'
import { createPeople, createStorage } from '../e2e/support/people.ts'
const env = JSON.parse(readFileSync('/tmp/b2/env.json', 'utf8'))
const db = createDatabase({ url: env.databaseUrl, poolSize: 2 })
const people = createPeople(db, env.secretKey)
const signIn = await people.signIn(env.person)
const browser = await launchBrowser()
const context = await browser.newContext({ baseURL: env.origin, viewport: { width: 1440, height: 900 }, storageState: { cookies: [], origins: [{ origin: env.origin, localStorage: createStorage('en', signIn) }] } })
const page = await context.newPage()
const cdp = await context.newCDPSession(page)
await page.goto(`/workflow/${env.id}`)
await page.locator('.react-flow__node').nth(199).waitFor()
await page.waitForTimeout(1500)
await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', { interval: 200 })
async function profile(name: string, act: () => Promise<void>) {
  await cdp.send('Profiler.start'); await act(); await page.waitForTimeout(300)
  const { profile } = await cdp.send('Profiler.stop')
  const byId = new Map(profile.nodes.map((n) => [n.id, n])); const self = new Map<number, number>()
  profile.samples!.forEach((id, i) => self.set(id, (self.get(id) ?? 0) + (profile.timeDeltas![i] ?? 0)))
  const parent = new Map<number, number>(); for (const n of profile.nodes) for (const c of n.children ?? []) parent.set(c, n.id)
  const label = (n: any) => `${n.callFrame.functionName || '(anon)'} ${n.callFrame.url.split('/').at(-1)}:${n.callFrame.lineNumber + 1}`
  const selfBy = new Map<string, number>(), totalBy = new Map<string, number>()
  for (const [id, us] of self) {
    selfBy.set(label(byId.get(id)), (selfBy.get(label(byId.get(id))) ?? 0) + us)
    const seen = new Set<string>(); for (let at: number | undefined = id; at !== undefined; at = parent.get(at)) { const l = label(byId.get(at)); if (!seen.has(l)) { seen.add(l); totalBy.set(l, (totalBy.get(l) ?? 0) + us) } }
  }
  const top = (m: Map<string, number>, n: number) => [...m].sort((a, b) => b[1] - a[1]).slice(0, n).map(([l, us]) => `${(us / 1000).toFixed(0).padStart(6)} ${l}`).join('\n')
  console.log(`== ${name} SELF\n${top(selfBy, 18)}\n== ${name} TOTAL\n${top(totalBy, 60)}`)
}
const what = process.argv[2]
if (what === 'type') {
  await page.getByRole('combobox', { name: 'Find a node' }).fill('llm_9_cotton'); await page.getByRole('option').first().click()
  const prompt = page.getByRole('textbox', { name: 'Prompt' }); await prompt.press('End'); await page.waitForTimeout(1000)
  await profile('typing 20 keys', () => prompt.pressSequentially('name the count now. ', { delay: 100 }))
} else if (what === 'drag') {
  const box = (await page.locator('.react-flow__node[data-id="merge_9"]').boundingBox())!
  await profile('drag', async () => { await page.mouse.move(box.x + 9, box.y + 9); await page.mouse.down(); for (let i = 0; i < 30; i++) { await page.mouse.move(box.x + 9 + i, box.y + 9); await page.waitForTimeout(16) } await page.mouse.up() })
} else if (what === 'undo') {
  await page.locator('.react-flow__pane').click({ position: { x: 5, y: 5 } }); await page.keyboard.press('ControlOrMeta+a'); await page.waitForTimeout(500)
  await profile('delete and undo', async () => { await page.keyboard.press('Delete'); await page.waitForTimeout(600); await page.keyboard.press('ControlOrMeta+z'); await page.waitForTimeout(500) })
  await page.waitForTimeout(2000)
}
await browser.close(); await db.$disconnect()
