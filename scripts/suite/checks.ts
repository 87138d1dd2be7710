// The static checks.
import { runProgram } from '../processes/program.ts'

type Check = {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  readonly env?: Readonly<Record<string, string>>
  readonly hint?: string
}

export const staticChecks: readonly Check[] = [
  // The linter's rules need the types anyway: it reports the compiler's errors too, without reading everything again.
  {
    name: 'lint and types',
    command: ['oxlint', '--type-aware', '--type-check', '--deny-warnings'],
    // The checker, a Go program, collects its garbage only when it has this much: a quarter less processor time.
    env: { GOGC: 'off', GOMEMLIMIT: '7GiB' },
  },
  { name: 'format', command: ['oxfmt', '--check'], hint: '`pnpm fix` formats them.' },
  {
    name: 'boundaries',
    command: [
      'depcruise',
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'err-long',
      'apps',
      'packages',
      'prisma',
      'scripts',
      'bench',
      'e2e',
    ],
  },
  { name: 'unused', command: ['knip', '--no-progress', '--no-config-hints'] },
]

/** Tests of the layout, which `pnpm test` has among its tests. */
const structure: Check = { name: 'structure', command: ['vitest', 'run', 'scripts/suite'] }

export const allChecks: readonly Check[] = [...staticChecks, structure]

export type Tally = { readonly passed: number; readonly failed: number }

export type Checked = Tally & {
  /** What each failed check has printed. */
  readonly failures: readonly string[]
}

const formatSeconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`

/** Runs a check, prints its line and what it has to say, and returns that if it fails. */
async function runCheck({ name, command: [program, ...args], env, hint }: Check, cores: number): Promise<string | null> {
  const began = performance.now()
  const { code, output } = await runProgram(program, args, {
    // The checker of types is a Go program.
    env: { GOMAXPROCS: String(cores), ...env, FORCE_COLOR: process.stdout.isTTY ? '1' : undefined },
  })
  const isOk = code === 0
  const line = `${isOk ? 'ok    ' : 'FAILED'} ${name} (${formatSeconds(began)})`
  const report = [line, ...(isOk ? [] : [output.trim(), ...(hint ? [hint] : [])])].join('\n')
  console.log(report)
  return isOk ? null : report
}

/** Runs checks on so many cores, prints a line for each and the output of failed ones, and counts them. */
export async function runChecks(checks: readonly Check[], cores: number): Promise<Checked> {
  const began = performance.now()
  const waiting = [...checks]
  const failures: string[] = []
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const failure = await runCheck(check, cores)
      if (failure !== null) failures.push(failure)
    }
  }
  await Promise.all(Array.from({ length: cores }, work))
  const passed = checks.length - failures.length
  console.log(`Checks: ${passed} passed, ${failures.length} failed (${formatSeconds(began)})\n`)
  return { passed, failed: failures.length, failures }
}
