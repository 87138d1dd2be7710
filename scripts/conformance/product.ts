// The product that `pnpm conformance` calls: fresh, with the demonstration model as the endpoint of its environment.
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { TokenPair } from '@heddle/contracts/auth/auth'
import { claimPort } from '../processes/port.ts'
import { startPreparation } from '../starting/preparation.ts'
import { type Parts, startStack } from '../starting/stack.ts'
import { StartError } from '../processes/start-lock.ts'

/** A seeded account of each role in one tenant, the weakest first. */
export const accounts = ['member', 'owner', 'admin', 'super'] as const

export type Product = {
  readonly address: string
  readonly databaseUrl: string
  readonly dataDir: string
  /** Aborted when the run is cancelled. */
  readonly signal: AbortSignal
  /** Returns an access token of a seeded account. */
  readonly signIn: (account: string) => Promise<string>
}

async function signIn(address: string, account: string, password: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(`${address}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password }),
    signal,
  })
  if (response.status === 429) {
    // Earlier generated sign-ins have used up the attempts of this address.
    await delay(Number(response.headers.get('retry-after')) * 1_000, undefined, { signal })
    return signIn(address, account, password, signal)
  }
  if (!response.ok) throw new StartError(`${account} could not sign in: ${response.status} ${await response.text()}`)
  return ((await response.json()) as TokenPair).access_token
}

/** Starts the product without the environment's settings. */
export async function startProduct(dataDir: string, parts: Parts, signal: AbortSignal): Promise<Product> {
  const password = randomBytes(12).toString('base64url')
  const settings = { DATA_DIR: dataDir, SEED_PASSWORD: password, REQUESTS_PER_SECOND: '100000', LOG_LEVEL: 'warn' }
  process.env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings }
  const preparation = await startPreparation(signal)
  const port = await claimPort(preparation.settings.host, 0)
  const { address, databaseUrl } = await startStack({ preparation, port, log: console.log, signal }, parts)
  return { address, databaseUrl, dataDir, signal, signIn: (account) => signIn(address, account, password, signal) }
}
