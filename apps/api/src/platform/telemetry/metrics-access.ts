// Who may read the metrics: with METRICS_TOKEN who sends it, else this machine itself.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { toPlainAddress } from '../http/ip-address.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** What proxies add. One on this machine makes every caller look like it. */
const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

const digest = (text: string) => createHash('sha256').update(text).digest()

function isOfThisMachine({ socket, headers }: IncomingMessage): boolean {
  const address = toPlainAddress(socket.remoteAddress ?? '')
  const family = isIP(address)
  const isLocal = family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6')
  // A name that someone else has pointed at this machine, in a browser on it, is not its own.
  const isOwnName = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(headers.host ?? '')
  return isLocal && isOwnName && proxyHeaders.every((name) => headers[name] === undefined)
}

/** Returns who may read the metrics. A token that is set is asked of everyone. */
export function createMetricsAccess(token: string | undefined): (request: IncomingMessage) => boolean {
  if (token === undefined) return isOfThisMachine
  const expected = digest(`Bearer ${token}`)
  return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ''), expected)
}
