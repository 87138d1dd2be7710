// Reads the reports of the runners. A skipped test has failed, and so has a runner without tests.
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Tally } from './checks.ts'

const VitestReport = z.object({
  success: z.boolean(),
  numPassedTests: z.int(),
  numTotalTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) })),
    }),
  ),
})

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  errors: z.array(z.unknown()),
})

function countVitest(report: unknown): Tally {
  const { numPassedTests: passed, numTotalTests, testResults } = VitestReport.parse(report)
  const broken = testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && assertionResults.every((result) => result.status === 'passed')
  })
  return { passed, failed: numTotalTests - passed + broken.length }
}

function countPlaywright(report: unknown): Tally {
  const { stats, errors } = PlaywrightReport.parse(report)
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped + errors.length }
}

const counters = { vitest: countVitest, playwright: countPlaywright }

/** Counts the tests in the report `file` of `runner`, which ended with `exitCode`. A report without tests is a failure unless `mayRunNothing`. */
export async function readTally(runner: keyof typeof counters, file: string, exitCode: number, mayRunNothing = false): Promise<Tally> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return { passed: 0, failed: 1 }
  const { passed, failed } = counters[runner](JSON.parse(text))
  const ranNothing = !mayRunNothing && passed + failed === 0
  return { passed, failed: failed === 0 && (exitCode !== 0 || ranNothing) ? 1 : failed }
}

const takeFirstLines = (text: string) => text.split('\n').slice(0, 12).join('\n')

/** Returns the failures in Vitest's report `file`: file, test and the first lines of the error; skipped tests as one. Empty without a report. */
export async function readVitestFailures(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return []
  return VitestReport.parse(JSON.parse(text)).testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const skipped = assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed')
    return [
      ...(message ? [`${name}\n${takeFirstLines(message)}`] : []),
      ...failed.map(({ fullName, failureMessages }) => `${name} › ${fullName}\n${takeFirstLines(failureMessages.join('\n'))}`),
      // All of a file whose preparation failed: hundreds of lines would hide the others.
      ...(skipped.length > 0 ? [`${name}: ${skipped.length} not run`] : []),
    ]
  })
}
