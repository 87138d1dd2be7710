// Where a model endpoint may be. Private networks and this machine are where the servers of an institute are; who may not have one there
// is told so before any connection, whatever is there. The metadata services of clouds, which hand out the credentials of the machine,
// are allowed to no one.
import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { isAllowedAddress } from '../../fetching/address-rules.ts'
import { metadataAddresses } from '../../fetching/metadata-addresses.ts'

const refusedNames = /^(metadata|metadata\.google\.internal|instance-data(\.ec2\.internal)?|metadata\.tencentyun\.com)$/

/** The sixteen-bit groups of an IPv6 address; URL writes it in one way, whatever its notation was. */
function listGroups(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [first, last] = [parse(head), parse(tail ?? '')]
  return tail === undefined ? first : [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}

const toIpv4 = (high = 0, low = 0) => [high >> 8, high & 255, low >> 8, low & 255].join('.')

/** The IPv4 addresses that an IPv6 address carries: mapped and compatible ones, those of NAT64 (also local, RFC 8215) and of 6to4. */
function listEmbedded(address: string): string[] {
  const groups = listGroups(address)
  const starts = (...prefix: number[]) => prefix.every((group, index) => groups[index] === group)
  const carriesLast = starts(0, 0, 0, 0, 0, 0xffff) || starts(0, 0, 0, 0, 0, 0) || starts(0, 0, 0, 0, 0xffff, 0) || starts(0x64, 0xff9b)
  if (carriesLast) return [toIpv4(groups[6], groups[7])]
  return starts(0x2002) ? [toIpv4(groups[1], groups[2])] : []
}

/** Whether an IP address is that of a metadata service or link-local. */
function isMetadataAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, '')
  const family = isIP(plain)
  if (family === 4) return metadataAddresses.check(plain, 'ipv4')
  return (
    family === 6 && (metadataAddresses.check(plain, 'ipv6') || listEmbedded(plain).some((ipv4) => metadataAddresses.check(ipv4, 'ipv4')))
  )
}

/** Whether the address of an endpoint may be saved: http or https, no credentials, and no metadata service in any notation. */
export function isAllowedBaseUrl(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false
  const { protocol, username, password, hostname, search, hash } = new URL(baseUrl)
  if (!['http:', 'https:'].includes(protocol) || username !== '' || password !== '' || search !== '' || hash !== '') return false
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return !refusedNames.test(host) && !isMetadataAddress(host)
}

/** Whether an endpoint may be in a private network or on this machine; asked only about an address that is there. */
export type MayReachPrivate = () => Promise<boolean>

class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError'
  readonly code = 'EREFUSEDADDRESS'
  readonly isPrivate: boolean

  constructor({ isPrivate }: { readonly isPrivate: boolean }) {
    super(isPrivate ? 'The endpoint may not be in a private network' : 'The name leads to a refused address')
    this.isPrivate = isPrivate
  }
}

/** Returns the refusal of a private address that an error is about; undefined for any other error. */
export function findPrivateRefusal(error: unknown): RefusedAddressError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof RefusedAddressError && cause.isPrivate) return cause
  return undefined
}

/** Returns the addresses that an endpoint may have; throws a `RefusedAddressError` when there is none, or one that is not its to reach. */
async function vet(addresses: readonly LookupAddress[], mayReachPrivate: MayReachPrivate): Promise<LookupAddress[]> {
  const allowed = addresses.filter(({ address }) => !isMetadataAddress(address))
  if (allowed.length === 0) throw new RefusedAddressError({ isPrivate: false })
  const hasPrivate = allowed.some(({ address }) => !isAllowedAddress(address, false))
  if (hasPrivate && !(await mayReachPrivate())) throw new RefusedAddressError({ isPrivate: true })
  return allowed
}

/** Resolves a name as Node does, without the addresses that are refused: a name may lead anywhere, and may change. */
export function createEndpointLookup(mayReachPrivate: MayReachPrivate): LookupFunction {
  const resolve = callbackify(async (hostname: string, options: LookupOptions) =>
    vet(await lookup(hostname, { ...options, all: true }), mayReachPrivate),
  )
  return (hostname, options, done) =>
    resolve(hostname, options, (error, allowed) => {
      const [first] = error ? [] : allowed
      if (!first) done(error, [])
      else if (options.all) done(null, allowed)
      else done(null, first.address, first.family)
    })
}

/** Throws a `RefusedAddressError` for an address in figures, which Node does not look up. */
export async function refuseLiteral(url: string | URL, mayReachPrivate: MayReachPrivate): Promise<void> {
  const address = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const family = isIP(address)
  if (family !== 0) await vet([{ address, family }], mayReachPrivate)
}

/** Throws a `RefusedAddressError` unless calls of the endpoint would be made; a name that leads nowhere yet may be saved. */
export async function refuseUnreachable(baseUrl: string, mayReachPrivate: MayReachPrivate): Promise<void> {
  await refuseLiteral(baseUrl, mayReachPrivate)
  const { hostname } = new URL(baseUrl)
  const addresses = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])
  if (addresses.length > 0) await vet(addresses, mayReachPrivate)
}
