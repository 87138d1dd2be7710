// The static checks.
import { runProgram } from '../processes/program.ts'

type Check = {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  readonly env?: Readonly<Record<string, string>>
  readonly hint?: string
}

const checks: readonly Check[] = [
  // The linter's rules need the types anyway: it reports the compiler's errors too, without reading everything again.
  {
    name: 'lint and types',
    command: ['oxlint', '--type-aware', '--type-check', '--deny-warnings'],
    // The checker, a Go program, collects its garbage less often, up to the memory that it takes anyway: a third less processor time.
    env: { GOGC: '400', GOMEMLIMIT: '7GiB' },
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
  { name: 'structure', command: ['vitest', 'run', 'scripts/suite'] },
]

export type Tally = { readonly passed: number; readonly failed: number }

// The cores of a small machine.
const maxConcurrent = 2

const formatSeconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`

async function runCheck({ name, command: [program, ...args], env, hint }: Check): Promise<boolean> {
  const began = performance.now()
  const { code, output } = await runProgram(program, args, { env: { ...env, FORCE_COLOR: process.stdout.isTTY ? '1' : undefined } })
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${formatSeconds(began)})`)
  if (code !== 0) console.log(output.trim())
  if (code !== 0 && hint) console.log(hint)
  return code === 0
}

/** Runs every check, prints a line for each and the output of failed ones, and counts them. */
export async function runChecks(): Promise<Tally> {
  const began = performance.now()
  const waiting = [...checks]
  const results: boolean[] = []
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) results.push(await runCheck(check))
  }
  await Promise.all(Array.from({ length: maxConcurrent }, work))
  const passed = results.filter(Boolean).length
  console.log(`Checks: ${passed} passed, ${checks.length - passed} failed (${formatSeconds(began)})\n`)
  return { passed, failed: checks.length - passed }
}
