import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readTally, readVitestFailures } from './tally.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'heddle-tally-'))
})
afterEach(() => rm(directory, { recursive: true }))

async function report(content: unknown) {
  const createFile = join(directory, 'report.json')
  await writeFile(createFile, JSON.stringify(content))
  return createFile
}

const file = (status: string, ...results: string[]) => ({
  name: 'loom.test.ts',
  message: '',
  status,
  assertionResults: results.map((result) => ({ fullName: `weaves ${result}`, status: result, failureMessages: [] as string[] })),
})
const createVitestReport = (passed: number, total: number, ...testResults: unknown[]) => ({
  success: false,
  numPassedTests: passed,
  numTotalTests: total,
  testResults,
})
const createPlaywrightReport = (expected: number, unexpected: number, flaky: number, skipped: number, errors: unknown[] = []) => ({
  stats: { expected, unexpected, flaky, skipped },
  errors,
})

describe('the summary', () => {
  test('counts passed and failed tests', async () => {
    await expect(
      readTally('vitest', await report(createVitestReport(2, 3, file('failed', 'passed', 'passed', 'failed'))), 1),
    ).resolves.toEqual({
      passed: 2,
      failed: 1,
    })
    await expect(readTally('playwright', await report(createPlaywrightReport(4, 1, 0, 0)), 1)).resolves.toEqual({ passed: 4, failed: 1 })
  })

  test('counts skipped and flaky tests as failed', async () => {
    await expect(
      readTally('vitest', await report(createVitestReport(2, 3, file('passed', 'passed', 'passed', 'pending'))), 0),
    ).resolves.toEqual({
      passed: 2,
      failed: 1,
    })
    await expect(readTally('playwright', await report(createPlaywrightReport(4, 0, 1, 1)), 0)).resolves.toEqual({ passed: 4, failed: 2 })
  })

  test('counts a file that could not be loaded as failed', async () => {
    await expect(readTally('vitest', await report(createVitestReport(1, 1, file('passed', 'passed'), file('failed'))), 1)).resolves.toEqual(
      {
        passed: 1,
        failed: 1,
      },
    )
    await expect(readTally('playwright', await report(createPlaywrightReport(0, 0, 0, 0, [{}])), 1)).resolves.toEqual({
      passed: 0,
      failed: 1,
    })
  })

  test('counts a runner that crashed, or ran no test, as a failure', async () => {
    await expect(readTally('vitest', join(directory, 'none.json'), 1)).resolves.toEqual({ passed: 0, failed: 1 })
    await expect(readTally('vitest', await report(createVitestReport(0, 0)), 0)).resolves.toEqual({ passed: 0, failed: 1 })
    await expect(readTally('vitest', await report(createVitestReport(0, 0)), 0, true)).resolves.toEqual({ passed: 0, failed: 0 })
    await expect(readTally('playwright', await report(createPlaywrightReport(3, 0, 0, 0)), 1)).resolves.toEqual({ passed: 3, failed: 1 })
  })
})

test('names each failed test with its file and error', async () => {
  const failed = file('failed', 'passed', 'failed')
  failed.assertionResults[1]?.failureMessages.push('Error: the warp broke\n    at loom.test.ts:3')
  const unreadable = { ...file('failed'), name: 'reed.test.ts', message: 'SyntaxError' }
  const unprepared = { ...file('failed', 'skipped', 'skipped'), name: 'heddle.test.ts', message: 'Hook timed out' }
  expect(await readVitestFailures(await report(createVitestReport(1, 4, failed, unreadable, unprepared)))).toEqual([
    'loom.test.ts › weaves failed\nError: the warp broke\n    at loom.test.ts:3',
    'reed.test.ts\nSyntaxError',
    'heddle.test.ts\nHook timed out',
    'heddle.test.ts: 2 not run',
  ])
  expect(await readVitestFailures(join(directory, 'none.json'))).toEqual([])
})
