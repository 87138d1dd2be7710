// The browser's tests.
import { join } from 'node:path'
import { findSlapd } from '@heddle/demo-identity/slapd-program'
import { codeCache } from '../processes/code-cache.ts'
import { findChromium } from './chromium.ts'
import { root, runProgram } from '../processes/program.ts'
import { buildWeb } from '../starting/builds.ts'

/** Finds the programs of the journeys and returns the path of Chromium. One after the other: two installations wait for each other, or fail. */
export async function findPrograms(): Promise<string> {
  const browser = await findChromium()
  await findSlapd()
  return browser
}

/** Runs Playwright on a fresh build of the web application; `args` are Playwright's. Returns its exit code. */
export async function runJourneys(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<number> {
  const [browser, webDir] = await Promise.all([findPrograms(), buildWeb(console.log)])
  const { code } = await runProgram('playwright', ['test', ...args], {
    cwd: join(root, 'e2e'),
    // Also of the product, which Playwright starts a dozen times.
    env: { ...codeCache, ...env, CHROMIUM_PATH: browser, WEB_DIR: webDir },
    show: true,
  })
  return code
}
