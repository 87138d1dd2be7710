// Finds a browser for the journeys, which are never skipped: without one they fail with an instruction.
import { access, constants } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { root, runProgram } from '../processes/program.ts'

// The headless shell first: the same engine without windows, which take a third of a journey's time on a small machine.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const downloadPatienceMs = 300_000

const isProgram = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

async function findOnPath() {
  const directories = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  for (const name of names) {
    for (const directory of directories) {
      if (await isProgram(join(directory, name))) return join(directory, name)
    }
  }
  return undefined
}

type Playwright = { readonly chromium: { executablePath(): string } }

async function findPlaywrights() {
  const playwright = createRequire(join(root, 'e2e/package.json'))('@playwright/test') as Playwright
  const path = playwright.chromium.executablePath()
  return (await isProgram(path)) ? path : undefined
}

async function download() {
  console.log('No Chromium was found: trying to download the one of Playwright …')
  await runProgram('playwright', ['install', 'chromium'], { cwd: join(root, 'e2e'), timeoutMs: downloadPatienceMs })
  return findPlaywrights()
}

async function installFromDebian() {
  const mayInstall = process.getuid?.() === 0 && (await isProgram('/usr/bin/apt-get'))
  if (!mayInstall) return undefined
  console.log('Installing chromium with apt-get …')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runProgram('apt-get', ['update'], { env, timeoutMs: downloadPatienceMs })
  // Older releases have no package of the headless shell.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    await runProgram('apt-get', ['install', '-y', '--no-install-recommends', name], { env, timeoutMs: downloadPatienceMs })
    const found = await findOnPath()
    if (found) return found
  }
  return undefined
}

/** Returns the path of a Chromium or Chrome, installing one if possible. Throws an error of one line otherwise. */
export async function findChromium(): Promise<string> {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (await isProgram(named)) return named
    throw new Error(`CHROMIUM_PATH is ${named}, where there is no program.`)
  }
  const found = (await findOnPath()) ?? (await findPlaywrights()) ?? (await download()) ?? (await installFromDebian())
  if (found) return found
  throw new Error('The browser tests need Chromium or Chrome: install one (Debian: apt-get install chromium), or set CHROMIUM_PATH.')
}
