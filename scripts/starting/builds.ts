// What is built before the product runs: the web application, and the program that reads files. Each only when its sources have changed.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../processes/start-lock.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const web = join(root, 'apps/web')
const api = join(root, 'apps/api')

/** Vite in the folder of the web application, where it finds its configuration. */
export const viteBin = join(web, 'node_modules/vite/bin/vite.js')
export const webSourceDir = web

type Build = {
  /** As the sentences of a start name it. */
  readonly name: string
  readonly cwd: string
  readonly args: readonly string[]
  /** Folders and files. */
  readonly sources: readonly string[]
  /** The file without which nothing is built. */
  readonly output: string
}

const shared = [join(root, 'packages/contracts'), join(root, 'packages/text'), join(root, 'pnpm-lock.yaml')]

const webBuild: Build = {
  name: 'web application',
  cwd: web,
  args: [viteBin, 'build', '--logLevel', 'warn'],
  sources: [web, join(root, 'packages/markdown'), join(root, 'packages/workflow'), join(root, 'packages/words'), ...shared],
  output: join(web, 'dist/index.html'),
}

const readerBuild: Build = {
  name: 'reader of files',
  cwd: api,
  args: [join(api, 'node_modules/rolldown/bin/cli.mjs'), '--config'],
  sources: [
    join(api, 'rolldown.config.ts'),
    join(api, 'src/platform/documents'),
    join(api, 'src/platform/files'),
    join(root, 'patches'),
    ...shared,
  ],
  output: join(api, 'dist/reader/main.js'),
}

const ignored = new Set(['node_modules', 'dist', 'coverage'])
const isTest = (name: string) => /\.test\.tsx?$/.test(name)

async function listFiles(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return null
    throw error
  })
  if (!entries) return [path]
  const nested = entries.filter(({ name }) => !ignored.has(name) && !isTest(name)).map(({ name }) => listFiles(join(path, name)))
  return (await Promise.all(nested)).flat()
}

async function computeFingerprint(sources: readonly string[]) {
  const files = (await Promise.all(sources.map(listFiles))).flat().toSorted()
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

async function buildWhenChanged(
  { name, cwd, args, sources, output }: Build,
  log: (text: string) => void = () => {},
  signal?: AbortSignal,
): Promise<void> {
  const stampFile = join(cwd, 'node_modules/.cache/heddle/built-from')
  const now = await computeFingerprint(sources)
  const before = await readFile(stampFile, 'utf8').catch(() => '')
  if (before === now && existsSync(output)) return
  log(`Building the ${name} …`)
  try {
    await run(process.execPath, args, { cwd, maxBuffer: 16_000_000, signal })
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string }
    throw new StartError(`The ${name} could not be built:\n${`${stdout}${stderr}`.trim() || message}`)
  }
  await mkdir(join(stampFile, '..'), { recursive: true })
  await writeFile(stampFile, now)
}

/** Returns the folder of the web application. Throws a `StartError` when it cannot be built. */
export async function buildWeb(log?: (text: string) => void, signal?: AbortSignal): Promise<string> {
  await buildWhenChanged(webBuild, log, signal)
  return join(web, 'dist')
}

/** Builds the program that the API runs to read a file. Throws a `StartError` when it cannot be built. */
export const buildReader = (log?: (text: string) => void, signal?: AbortSignal) => buildWhenChanged(readerBuild, log, signal)
