// Thousands of generated calls with each role. Fails on any 5xx and on any response that the OpenAPI document does not describe.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Endpoint } from '@heddle/contracts/endpoint'
import { endpoints } from '@heddle/contracts/endpoint-list'
import { runProgram } from '../processes/program.ts'
import { StartError } from '../processes/start-lock.ts'
import { accounts, type Product } from './product.ts'
import { installPackages } from './python.ts'

export const apiPackages = ['schemathesis==4.32.5']

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'ignored_auth',
]

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

export type ApiOptions = { readonly examples: string; readonly seed: string }

/** Calls the API, and prints what does not conform; returns whether everything does. */
export async function checkApi({ address, dataDir, signal, signIn }: Product, { examples, seed }: ApiOptions): Promise<boolean> {
  const program = join(await installPackages(apiPackages), 'schemathesis')
  await writeFile(join(dataDir, 'schemathesis.toml'), settingsOfTool)
  const failed: string[] = []
  // The weakest first: the calls of an administrator lock other users out.
  for (const account of accounts) {
    signal.throwIfAborted()
    console.log(`\n=== ${account}`)
    const authorization = `Bearer ${await signIn(account)}`
    const args = ['run', `${address}/api/v1/openapi.json`, '--header', `Authorization: ${authorization}`]
    const bounds = ['--max-examples', examples, '--seed', seed, '--generation-database', 'none']
    // Ending its own session would fail all later calls, and the test error is one by design.
    const excluded = ['endSession', 'causeTestError'].flatMap((id) => ['--exclude-operation-id', id])
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
  return failed.length === 0
}
