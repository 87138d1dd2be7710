// `pnpm conformance [PART …]`: the running product beside programs that others wrote. Needs Python and its package registry; not part of
// `test`.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { apiPackages, type ApiOptions, checkApi } from './conformance/api.ts'
import { litellmPackages, llamaPackages } from './conformance/model-servers.ts'
import { checkModelCalls } from './conformance/models.ts'
import { type Product, startProduct } from './conformance/product.ts'
import { installPackages } from './conformance/python.ts'
import { Parts } from './starting/stack.ts'
import { StartError } from './processes/start-lock.ts'

type Part = {
  readonly about: string
  /** Of Python; each in an environment of its own. */
  readonly programs: readonly (readonly string[])[]
  /** Prints what fails; returns whether nothing does. */
  readonly run: (product: Product, options: ApiOptions) => Promise<boolean>
}

/** In the order of a complete run: the generated calls change everything. */
const partsByName: Readonly<Record<string, Part>> = {
  models: {
    about: "real model servers, llama.cpp's and LiteLLM before it, behind the product, and the parsers of vLLM and SGLang",
    programs: [llamaPackages, litellmPackages],
    run: checkModelCalls,
  },
  api: {
    about: 'generated calls with each role, against the OpenAPI document; --examples and --seed',
    programs: [apiPackages],
    run: checkApi,
  },
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    examples: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})
const names = Object.keys(partsByName)
const unknown = positionals.filter((name) => !names.includes(name))

if (values.help || unknown.length > 0) {
  const lines = names.map((name) => `  ${name.padEnd(8)} ${partsByName[name]?.about}`)
  console.log(`pnpm conformance [PART …] [--examples N] [--seed N]\n\n${lines.join('\n')}\n\nWithout a part: both.`)
  process.exitCode = unknown.length > 0 ? 2 : 0
} else {
  const isChosen = (name: string) => positionals.length === 0 || positionals.includes(name)
  await runParts(names.filter(isChosen).flatMap((name) => partsByName[name] ?? []))
}

async function runParts(chosen: readonly Part[]) {
  const parts = new Parts()
  const dataDir = await mkdtemp(join(tmpdir(), 'heddle-conformance-'))
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort(new StartError('Stopping …')))
  try {
    for (const program of chosen.flatMap(({ programs }) => programs)) await installPackages(program)
    const product = await startProduct(dataDir, parts, stopping.signal)
    for (const { run } of chosen) if (!(await run(product, values))) process.exitCode = 1
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    process.exitCode = 1
  } finally {
    await parts.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
