// `pnpm bench [PART …] [--quick]`: measures on this machine, in one run, so that the ratios mean something. Not a test: no result makes
// it fail.
import { parseArgs } from 'node:util'
import { describeRun } from './testbed/machine.ts'
import { type PartName, parts } from './parts.ts'
import { findCores } from './testbed/pinning.ts'
import { printNote } from './report.ts'
import { createTestbed } from './testbed/testbed.ts'

const isPartName = (name: string): name is PartName => Object.hasOwn(parts, name)

const { positionals, values } = parseArgs({ allowPositionals: true, options: { quick: { type: 'boolean' }, help: { type: 'boolean' } } })
const all = Object.keys(parts).filter(isPartName)
const unknown = positionals.filter((name) => !isPartName(name))

if (values.help || unknown.length > 0) {
  const lines = all.map((name) => `  ${name.padEnd(14)} ${parts[name].about}`)
  printNote(`pnpm bench [PART …] [--quick]\n\n${lines.join('\n')}\n\nWithout a part: all. --quick: fewer rounds.`)
  process.exitCode = unknown.length > 0 ? 2 : 0
} else {
  await measure(positionals.length > 0 ? all.filter((name) => positionals.includes(name)) : all, values.quick ?? false)
}

async function measure(names: readonly PartName[], isQuick: boolean) {
  const cores = await findCores()
  printNote(await describeRun(cores))
  const bed = await createTestbed(cores, isQuick)
  try {
    for (const name of names) {
      await bed.setPinned(parts[name].isPinned)
      await parts[name].run(bed).catch((error: unknown) => {
        // A long run keeps its other parts.
        console.error(`${name}:`, error)
        process.exitCode = 1
      })
    }
  } finally {
    await bed.close()
  }
}
