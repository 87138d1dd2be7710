// For which address passkeys are made: the host of PUBLIC_URL, else that of the request.
import { isIP } from 'node:net'
import type { PasskeyObstacle } from '@heddle/contracts/auth/second-factor'

/** `rpId`: the host that a passkey is bound to; `origin`: the one that browsers have to name. */
export type PasskeySite = { readonly rpId: string; readonly origin: string; readonly obstacle: PasskeyObstacle | null }

/** The address that a request was sent to. */
export type RequestedAddress = { readonly protocol: string; readonly host: string; readonly hostname: string }

const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost')

/** Why browsers have no passkeys for an origin. */
function findOriginObstacle({ protocol, hostname }: URL): PasskeyObstacle | null {
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return 'ip_address'
  return protocol === 'https:' || isLocal(hostname) ? null : 'not_https'
}

export function findPasskeySite(publicOrigin: string | undefined, { protocol, host, hostname }: RequestedAddress): PasskeySite {
  const origin = publicOrigin ?? `${protocol}://${host}`
  if (!URL.canParse(origin)) return { rpId: '', origin: '', obstacle: 'other_address' }
  const url = new URL(origin)
  const isOther = publicOrigin !== undefined && hostname.toLowerCase() !== url.hostname
  return { rpId: url.hostname, origin: url.origin, obstacle: findOriginObstacle(url) ?? (isOther ? 'other_address' : null) }
}
