import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startPreparation } from './preparation.ts'
import { StartError } from '../processes/start-lock.ts'

const run = promisify(execFile)
const ending = new AbortController()

afterEach(() => {
  vi.unstubAllEnvs()
  ending.abort()
})

/** Prints the files that a module and its imports are loaded from. */
const listLoadedFiles = (module: string) => `
  import { registerHooks } from 'node:module'
  const files = []
  registerHooks({ load: (url, context, next) => (url.startsWith('file:') && files.push(url), next(url, context)) })
  await import(${JSON.stringify(new URL(module, import.meta.url).href)})
  console.log(files.join('\\n'))`

describe('the preparation of a start', { timeout: 30_000 }, () => {
  test('reads the settings in a process of its own', async () => {
    vi.stubEnv('PRODUCT_NAME', 'Shuttle')
    vi.stubEnv('DATA_DIR', '/tmp/shuttle')
    const { settings } = await startPreparation(ending.signal)
    expect(settings).toMatchObject({ productName: 'Shuttle', dataDir: '/tmp/shuttle', host: '127.0.0.1' })
  })

  test('reports an invalid setting in one sentence', async () => {
    vi.stubEnv('PORT', 'eighty')
    const preparing = startPreparation(ending.signal)
    await expect(preparing).rejects.toThrow(StartError)
    await expect(preparing).rejects.toThrow(/^PORT is not valid: [^\n]+$/)
  })

  test('ends when the start does', async () => {
    const stopping = new AbortController()
    const { finish } = await startPreparation(stopping.signal)
    stopping.abort()
    await expect(finish()).rejects.toThrow('The preparation of the start was ended.')
  })
})

test('the stack loads nothing but files of scripts, which stay in memory', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', listLoadedFiles('stack.ts')])
  const files = stdout.trim().split('\n')
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter((file) => !/\/scripts\/[\w-]+\/[\w-]+\.ts$/.test(file))).toEqual([])
})
