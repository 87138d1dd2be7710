// Programs of Python's package registry, each set in a virtual environment of its own that is kept for later runs.
import { access, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root, runProgram } from '../processes/program.ts'
import { StartError } from '../processes/start-lock.ts'

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** Returns the folder of the programs of a virtual environment with these packages, each pinned to a version. */
export async function installPackages(packages: readonly string[]): Promise<string> {
  const environment = join(root, 'node_modules/.cache/conformance', packages.join('+').replaceAll(/[^\w.=+-]/g, '-'))
  const programs = join(environment, 'bin')
  // Written last: an installation that was ended on the way is begun again.
  const mark = join(environment, 'complete')
  if (await exists(mark)) return programs
  const python = await runProgram('python3', ['-c', 'import sys, venv; assert sys.version_info >= (3, 11)'])
  if (python.code !== 0) throw new StartError('`pnpm conformance` needs python3, 3.11 or newer, with its venv module.')
  await rm(environment, { recursive: true, force: true })
  console.log(`Installing ${packages.join(', ')} …`)
  await runProgram('python3', ['-m', 'venv', environment])
  const { code, output } = await runProgram(join(programs, 'pip'), ['install', '--quiet', '--prefer-binary', ...packages])
  if (code !== 0)
    throw new StartError(`${packages.join(', ')} could not be installed from Python's registry: ${output.trim().split('\n').at(-1)}`)
  await writeFile(mark, '')
  return programs
}
