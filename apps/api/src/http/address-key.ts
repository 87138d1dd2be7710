// By what an address is counted. An IPv6 connection has 2^64 addresses of one network, and would be a new caller
// with each of them; an IPv4 address that IPv6 carries (RFC 4291, 2.5.5.2) is still the IPv4 address.
import { isIPv6 } from 'node:net'

/** The eight groups of an address in any of its notations. */
function parseGroups(address: string): number[] {
  // As the URL standard writes it: hexadecimal, the longest run of zeros shortened.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const numbers = (part = '') => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [before, after] = [numbers(head), numbers(tail)]
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

/** Returns the IPv4 address itself, and of an IPv6 address its network of 64 bits, in one notation. */
export function toAddressKey(address: string): string {
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
