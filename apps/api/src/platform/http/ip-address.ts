// Reads IP addresses in any notation. The URL standard normalizes them: hexadecimal, the longest run of zeros shortened.
import { isIPv6 } from 'node:net'

/** The host of a URL without the brackets of an IPv6 address. */
export const toLiteral = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1')

/** The eight groups of an IPv6 address, which has no zone. */
export function parseGroups(address: string): number[] {
  const [head = '', tail] = toLiteral(new URL(`http://[${address}]`).hostname).split('::')
  const parse = (part = '') => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [first, last] = [parse(head), parse(tail)]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}

const toIpv4 = (high = 0, low = 0) => [high >> 8, high & 255, low >> 8, low & 255].join('.')

const startsWith = (groups: readonly number[], ...prefix: number[]) => prefix.every((group, index) => groups[index] === group)

/** Returns an address without its zone, and an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2) as the IPv4 address. */
export function toPlainAddress(address: string): string {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return plain
  const groups = parseGroups(plain)
  return startsWith(groups, 0, 0, 0, 0, 0, 0xffff) ? toIpv4(groups[6], groups[7]) : plain
}

/** The IPv4 addresses that an IPv6 address carries: mapped and compatible ones, those of NAT64 (also local, RFC 8215) and of 6to4. */
export function listEmbeddedIpv4(address: string): string[] {
  const groups = parseGroups(address)
  const carriesLast =
    startsWith(groups, 0, 0, 0, 0, 0, 0xffff) ||
    startsWith(groups, 0, 0, 0, 0, 0, 0) ||
    startsWith(groups, 0, 0, 0, 0, 0xffff, 0) ||
    startsWith(groups, 0x64, 0xff9b)
  if (carriesLast) return [toIpv4(groups[6], groups[7])]
  return startsWith(groups, 0x2002) ? [toIpv4(groups[1], groups[2])] : []
}
