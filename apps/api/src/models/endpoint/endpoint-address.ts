// Where a model endpoint may be. Private networks and this machine are allowed, as the servers of an institute are there; the metadata
// services of clouds, which hand out the credentials of the machine, never.
import { lookup as resolveName, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
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

class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError'
  readonly code = 'EREFUSEDADDRESS'
}

/** Resolves a name as Node does, without the addresses that are refused: a name may lead anywhere, and may change. */
export const lookupEndpoint: LookupFunction = (hostname, options, done) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const allowed = error ? [] : addresses.filter(({ address }) => !isMetadataAddress(address))
    const [first] = allowed
    if (!first) return done(error ?? new RefusedAddressError('The name leads to a refused address'), [])
    if (options.all) done(null, allowed)
    else done(null, first.address, first.family)
  })
}
