// `pnpm test`: every check and every test. The last line says how many passed and how many failed.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks, type Tally } from './checks.ts'
import { runJourneys } from './journeys.ts'
import { runProgram } from './program.ts'
import { readTally, readVitestFailures } from './tally.ts'

async function runVitest(report: string): Promise<Tally> {
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await runProgram('vitest', args, { show: true })
  return readTally('vitest', report, code)
}

async function runPlaywright(directory: string): Promise<Tally> {
  const report = join(directory, 'playwright.json')
  try {
    const code = await runJourneys(['--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: report })
    return await readTally('playwright', report, code)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  }
}

const began = performance.now()
const directory = await mkdtemp(join(tmpdir(), 'heddle-reports-'))
try {
  const vitestReport = join(directory, 'vitest.json')
  const tallies = [await runChecks(), await runVitest(vitestReport), await runPlaywright(directory)]
  // Repeated here: the journeys' output has pushed them far up.
  for (const failure of await readVitestFailures(vitestReport)) console.log(`\n${failure}`)
  const count = (kind: keyof Tally) => tallies.reduce((sum, tally) => sum + tally[kind], 0)
  console.log(`\nTook ${Math.round((performance.now() - began) / 1_000)} s.`)
  console.log(`${count('passed')} passed, ${count('failed')} failed`)
  process.exitCode = count('failed') > 0 ? 1 : 0
} finally {
  await rm(directory, { recursive: true, force: true })
}
