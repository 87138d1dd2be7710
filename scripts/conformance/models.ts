// Real model servers behind the product: connects each as an administrator does, and runs all checks with it.
import { queryAssistants } from '@heddle/contracts/assistant/assistant'
import { createModel } from '@heddle/contracts/model/model'
import { createModelEndpoint } from '@heddle/contracts/model/model-endpoint'
import pg from 'pg'
import { type ApiClient, createApiClient } from './api-client.ts'
import { type CheckContext, checks, type ConnectedServer } from './model-checks.ts'
import { startLiteLlm, startLlama } from './model-servers.ts'
import { checkParsers } from './parsers.ts'
import { accounts, type Product } from './product.ts'

/** A seeded assistant whose workflow gives the model the history of the chat. */
const assistantName = 'Fiber expert'

type Server = Pick<ConnectedServer, 'name' | 'baseUrl' | 'apiKey' | 'isProxy'>

async function connect(admin: ApiClient, server: Server): Promise<ConnectedServer> {
  const endpoint = { name: server.name, base_url: server.baseUrl, api_key: server.apiKey }
  const { id: endpointId } = (await admin.call(createModelEndpoint, { body: { endpoint } })).endpoint
  const model = { endpoint_id: endpointId, upstream_name: 'scripted', name: server.name, context_tokens: 32_768 }
  return { ...server, endpointId, modelId: (await admin.call(createModel, { body: { model } })).model.id }
}

/** Runs all checks, and prints a line for each; returns how many have failed. */
async function runChecks(context: CheckContext, signal: AbortSignal): Promise<number> {
  let failed = 0
  for (const { name, run } of checks) {
    signal.throwIfAborted()
    const error = await run(context).then(
      () => undefined,
      (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason))),
    )
    signal.throwIfAborted()
    console.log(`${error ? 'failed' : 'passed'}  ${context.server.name}: ${name}`)
    if (!error) continue
    failed += 1
    console.log(error.message.replaceAll(/^/gm, '        '))
  }
  return failed
}

/** Checks the product with each server, and prints what fails; returns whether nothing does. */
export async function checkModelCalls({ address, databaseUrl, dataDir, signal, signIn }: Product): Promise<boolean> {
  const options = { dataDir, signal }
  const llama = await startLlama(options)
  const db = new pg.Client(databaseUrl)
  try {
    await db.connect()
    const users: ApiClient[] = []
    for (const account of accounts) users.push(createApiClient(address, await signIn(account), signal))
    const [member, , admin] = users as [ApiClient, ApiClient, ApiClient]
    const { assistants } = await member.call(queryAssistants, { body: { scope: 'all' } })
    const assistantId = assistants.find(({ name }) => name.en === assistantName)?.id ?? ''
    const check = async (server: Server) =>
      runChecks({ admin, users, assistantId, db, llama, server: await connect(admin, server) }, signal)

    let failed = await check({ ...llama, isProxy: false })
    const litellm = await startLiteLlm(options, llama)
    try {
      failed += await check({ ...litellm, isProxy: true })
    } finally {
      await litellm.stop()
    }
    const isSame = await checkParsers(dataDir)
    console.log(`\nModels: ${2 * checks.length - failed} passed, ${failed} failed`)
    return failed === 0 && isSame
  } finally {
    await db.end()
    await llama.stop()
  }
}
