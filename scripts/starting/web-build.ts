// Builds the web application when its sources have changed since the last build.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from './start-lock.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const web = join(root, 'apps/web')
const stampFile = join(web, 'node_modules/.cache/heddle/built-from')

/** Vite in the folder of the web application, where it finds its configuration. */
export const viteBin = join(web, 'node_modules/vite/bin/vite.js')
export const webSourceDir = web

const ignored = new Set(['node_modules', 'dist', 'coverage'])
const isTest = (name: string) => /\.test\.tsx?$/.test(name)

async function listFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true })
  const nested = entries
    .filter(({ name }) => !ignored.has(name) && !isTest(name))
    .map(async (entry) => (entry.isDirectory() ? listFiles(join(directory, entry.name)) : [join(directory, entry.name)]))
  return (await Promise.all(nested)).flat()
}

async function computeFingerprint() {
  const lists = await Promise.all([web, join(root, 'packages/contracts'), join(root, 'packages/text')].map(listFiles))
  const files = [...lists.flat(), join(root, 'pnpm-lock.yaml')].toSorted()
  const contents = await Promise.all(files.map((file) => readFile(file)))
  const hash = createHash('sha256')
  for (const [i, file] of files.entries())
    hash
      .update(file)
      .update('\0')
      .update(contents[i] ?? '')
      .update('\0')
  return hash.digest('hex')
}

/** Builds the web application unless the build is up to date; returns its folder. */
export async function buildWeb(log: (text: string) => void = () => {}, signal?: AbortSignal): Promise<string> {
  const output = join(web, 'dist')
  const now = await computeFingerprint()
  const before = await readFile(stampFile, 'utf8').catch(() => '')
  if (before === now && existsSync(join(output, 'index.html'))) return output
  log('Building the web application …')
  try {
    await run(process.execPath, [viteBin, 'build', '--logLevel', 'warn'], { cwd: web, maxBuffer: 16_000_000, signal })
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string }
    throw new StartError(`The web application could not be built:\n${`${stdout}${stderr}`.trim() || message}`)
  }
  await mkdir(join(stampFile, '..'), { recursive: true })
  await writeFile(stampFile, now)
  return output
}
