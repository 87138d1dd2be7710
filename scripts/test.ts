// `pnpm test`: every check and every test. `pnpm test PATTERN` and `pnpm test --changed`: some of the tests, for daily work.
// The last line has the numbers of passed and failed tests.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeCache } from './processes/code-cache.ts'
import { type Checked, runChecks, staticChecks, type Tally } from './suite/checks.ts'
import { findPrograms, runJourneys } from './suite/journeys.ts'
import { root, runProgram } from './processes/program.ts'
import { buildWeb } from './starting/builds.ts'
import { readTally, readVitestFailures } from './suite/tally.ts'

/** The filters of a run: patterns of paths, or `--changed` for those that differ from the last commit; none for all tests. */
const limits = process.argv.slice(2)
const isLimited = limits.length > 0
const isChanged = limits.includes('--changed')

async function runVitest(report: string): Promise<Tally> {
  const args = ['run', ...limits, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await runProgram('vitest', isLimited ? [...args, '--passWithNoTests'] : args, {
    // A seventh of what a worker of Vitest takes to begin.
    env: codeCache,
    show: true,
  })
  return readTally('vitest', report, code, isLimited)
}

async function hasJourneys() {
  const paths = await readdir(join(root, 'e2e/journeys'), { recursive: true })
  return !isLimited || isChanged || paths.some((path) => limits.some((pattern) => `e2e/journeys/${path}`.includes(pattern)))
}

async function runPlaywright(directory: string): Promise<Tally> {
  const report = join(directory, 'playwright.json')
  if (!(await hasJourneys())) return { passed: 0, failed: 0 }
  const args = isChanged ? ['--only-changed', '--pass-with-no-tests'] : limits
  try {
    const code = await runJourneys([...args, '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: report })
    return await readTally('playwright', report, code, isChanged)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  }
}

/** Checks, and builds what the journeys need, beside the tests of Vitest, which leave a sixth of two cores idle: on one, so that it lasts. */
async function checkAndBuild(): Promise<Checked> {
  const checked = await runChecks(staticChecks, 1)
  // The journeys build it again where that fails, and say why.
  await buildWeb(console.log).catch(() => {})
  return checked
}

/** Runs what comes before the journeys. */
async function runFirst(report: string): Promise<{ checked: Checked | null; vitest: Tally }> {
  if (isLimited) return { checked: null, vitest: await runVitest(report) }
  const checking = checkAndBuild()
  // Before the tests, which need some of them too; who needs one says that it is missing.
  await findPrograms().catch(() => {})
  const vitest = await runVitest(report)
  return { checked: await checking, vitest }
}

const began = performance.now()
const directory = await mkdtemp(join(tmpdir(), 'heddle-reports-'))
try {
  const vitestReport = join(directory, 'vitest.json')
  const { checked, vitest } = await runFirst(vitestReport)
  const tallies = [...(checked ? [checked] : []), vitest, await runPlaywright(directory)]
  // Repeated here, after the long output of the journeys.
  for (const failure of [...(checked?.failures ?? []), ...(await readVitestFailures(vitestReport))]) console.log(`\n${failure}`)
  const count = (kind: keyof Tally) => tallies.reduce((sum, tally) => sum + tally[kind], 0)
  console.log(`\nTook ${Math.round((performance.now() - began) / 1_000)} s.`)
  console.log(`${count('passed')} passed, ${count('failed')} failed`)
  const matchesNothing = isLimited && !isChanged && count('passed') + count('failed') === 0
  if (matchesNothing) console.log('No test has a path with that pattern.')
  process.exitCode = count('failed') > 0 || matchesNothing ? 1 : 0
} finally {
  await rm(directory, { recursive: true, force: true })
}
