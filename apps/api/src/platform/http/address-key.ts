// The key by which limits count an address. An IPv6 client can use all 2^64 addresses of its network, so the network is counted; an
// IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2) counts as the IPv4 address.
import { isIPv6 } from 'node:net'

/** Returns the eight groups of an IPv6 address in any notation. */
function parseGroups(address: string): number[] {
  // The URL standard normalizes the notation: hexadecimal, the longest run of zeros shortened.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const numbers = (part = '') => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [before, after] = [numbers(head), numbers(tail)]
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

/**
 * Returns an IPv4 address unchanged, and the 64-bit network of an IPv6 address in one notation. `request.ip` is a string by its type
 * only: a socket that was closed before its request was looked at has no address, and all of these count as one.
 */
export function toAddressKey(address: string | undefined): string {
  if (address === undefined) return 'unknown'
  const [withoutZone = ''] = address.split('%')
  if (!isIPv6(withoutZone)) return address
  const groups = parseGroups(withoutZone)
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:65535') {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  }
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}
