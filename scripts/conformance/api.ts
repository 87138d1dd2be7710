// `pnpm conformance`: thousands of generated calls to the product with each role. Fails on any 5xx and on any response that the OpenAPI
// document does not describe. Needs Python and its package registry; not part of `test`.
import { randomBytes } from 'node:crypto'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { TokenPair } from '@heddle/contracts/auth'
import type { Endpoint } from '@heddle/contracts/endpoint'
import { endpoints } from '@heddle/contracts/endpoints'
import { claimPort } from './processes/port.ts'
import { startPreparation } from './starting/preparation.ts'
import { root, runProgram } from './processes/program.ts'
import { Parts, startStack } from './starting/stack.ts'
import { StartError } from './starting/start-lock.ts'

const schemathesis = '4.32.5'

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'ignored_auth',
]

/** A seeded account of each role, the weakest first: the calls of an administrator lock other users out. */
const accounts = ['member', 'owner', 'admin', 'super']

const streams = Object.entries<Endpoint>(endpoints).flatMap(([name, { schema }]) => {
  const response = schema.response[200]
  return response && 'content' in response && 'text/event-stream' in response.content ? [name] : []
})

// The document describes the complete text of an event stream, but schemathesis checks each event against that schema.
const settingsOfTool = `
[checks]
enabled = false
${checks.map((check) => `${check}.enabled = true`).join('\n')}

[[operations]]
include-operation-id = ${JSON.stringify(streams)}
checks.response_schema_conformance.enabled = false
`

/** The lifetime of an access token, which limits the calls of one account. */
const tokenLifeMs = 600_000

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** Returns the pinned schemathesis in its own virtual environment, which is kept for later runs. */
async function findSchemathesis(): Promise<string> {
  const environment = join(root, 'node_modules/.cache/conformance', schemathesis)
  const program = join(environment, 'bin/schemathesis')
  if (await exists(program)) return program
  const python = await runProgram('python3', ['-c', 'import sys, venv; assert sys.version_info >= (3, 11)'])
  if (python.code !== 0) throw new StartError('`pnpm conformance` needs python3, 3.11 or newer, with its venv module.')
  await rm(environment, { recursive: true, force: true })
  await runProgram('python3', ['-m', 'venv', environment])
  const { code, output } = await runProgram(join(environment, 'bin/pip'), ['install', '--quiet', `schemathesis==${schemathesis}`])
  if (code === 0) return program
  await rm(environment, { recursive: true, force: true })
  throw new StartError(`schemathesis ${schemathesis} could not be installed from Python's registry: ${output.trim().split('\n').at(-1)}`)
}

async function signIn(origin: string, account: string, password: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(`${origin}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password }),
  })
  if (response.status === 429) {
    // Earlier generated sign-ins have used up the attempts of this address.
    await delay(Number(response.headers.get('retry-after')) * 1_000, undefined, { signal })
    return signIn(origin, account, password, signal)
  }
  if (!response.ok) throw new StartError(`${account} could not sign in: ${response.status} ${await response.text()}`)
  return ((await response.json()) as TokenPair).access_token
}

const { values } = parseArgs({ options: { examples: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } } })
const parts = new Parts()
const dataDir = await mkdtemp(join(tmpdir(), 'heddle-conformance-'))
const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort(new StartError('Stopping …')))
try {
  const program = await findSchemathesis()
  const password = randomBytes(12).toString('base64url')
  // Without the environment's settings: a fresh product with the demonstration model.
  const settings = { DATA_DIR: dataDir, SEED_PASSWORD: password, REQUESTS_PER_SECOND: '100000', LOG_LEVEL: 'warn' }
  process.env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings }
  const preparation = await startPreparation(stopping.signal)
  const port = await claimPort(preparation.settings.host, 0)
  const { address } = await startStack({ preparation, port, log: console.log, signal: stopping.signal }, parts)

  await writeFile(join(dataDir, 'schemathesis.toml'), settingsOfTool)
  const failed: string[] = []
  for (const account of accounts) {
    stopping.signal.throwIfAborted()
    console.log(`\n=== ${account}`)
    const authorization = `Bearer ${await signIn(address, account, password, stopping.signal)}`
    const args = ['run', `${address}/api/v1/openapi.json`, '--header', `Authorization: ${authorization}`]
    const bounds = ['--max-examples', values.examples, '--seed', values.seed, '--generation-database', 'none']
    // Ending its own session would fail all later calls.
    const excluded = ['--exclude-operation-id', 'endSession']
    const { code } = await runProgram(program, [...args, '--continue-on-failure', '--warnings', 'off', ...bounds, ...excluded], {
      cwd: dataDir,
      show: true,
      timeoutMs: tokenLifeMs,
    })
    const me = await fetch(`${address}/api/v1/auth/me`, { headers: { authorization } })
    if (!me.ok) throw new StartError(`The session of ${account} ended on the way: give fewer --examples, or another --seed.`)
    if (code !== 0) failed.push(account)
  }
  console.log(failed.length > 0 ? `\nDoes not conform: see ${failed.join(', ')} above.` : '\nConforms.')
  process.exitCode = failed.length > 0 ? 1 : 0
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
} finally {
  await parts.stop()
  await rm(dataDir, { recursive: true, force: true })
}
