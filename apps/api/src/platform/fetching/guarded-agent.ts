// The one way to a server whose address a person has given (SSRF): for requests of workflows, for web sources and for model servers. A
// connection is made only to addresses that were vetted, so that a name which leads elsewhere the next time changes nothing.
import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup as lookUpByDns } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { Agent, type Dispatcher, request as send } from 'undici'
import { toLiteral } from '../http/ip-address.ts'

/** Returns those of the addresses of a host that may be connected to; throws when there is none, or when one of them forbids the host. */
export type VetAddresses = (addresses: readonly LookupAddress[]) => Promise<LookupAddress[]>

/** Returns the addresses of a host name. */
export type HostLookUp = (hostname: string, options: LookupOptions) => Promise<readonly LookupAddress[]>

export const lookUpAll: HostLookUp = (hostname, options) => lookUpByDns(hostname, { ...options, all: true })

/** The address of a host that is given in figures, which is not looked up; null for a name. */
export function readLiteral(hostname: string): LookupAddress | null {
  const address = toLiteral(hostname)
  const family = isIP(address)
  return family === 0 ? null : { address, family }
}

type GuardedAgentOptions = Omit<Agent.Options, 'connect' | 'allowH2'> & { readonly lookUp?: HostLookUp }
type GuardedCall = { readonly method: Dispatcher.HttpMethod; readonly signal: AbortSignal | null } & Pick<
  Dispatcher.RequestOptions,
  'headers' | 'body'
>

/** Returns connections that are vetted as they are made. */
export function createGuardedAgent(vet: VetAddresses, { lookUp = lookUpAll, ...options }: GuardedAgentOptions = {}) {
  const resolve = callbackify(async (hostname: string, given: LookupOptions) => vet(await lookUp(hostname, given)))
  const lookup: LookupFunction = (hostname, given, done) =>
    resolve(hostname, given, (error, allowed) => {
      const [first] = error ? [] : allowed
      if (!first) done(error, [])
      else if (given.all) done(null, allowed)
      else done(null, first.address, first.family)
    })
  const agent = new Agent({ ...options, allowH2: false, connect: { lookup } })

  return {
    /** Sends one request; its body is read as it arrives. A redirect is a response like any other. */
    async request(url: URL, call: GuardedCall): Promise<Dispatcher.ResponseData> {
      const literal = readLiteral(url.hostname)
      if (literal) await vet([literal])
      return send(url, { ...call, dispatcher: agent })
    },

    /** Closes the connections as their responses end. */
    close: () => agent.close(),

    [Symbol.asyncDispose]: () => agent.destroy(),
  }
}
