// The key by which limits count an address. An IPv6 client can use all 2^64 addresses of its network, so the network is counted.
import { isIPv6 } from 'node:net'
import { parseGroups, toPlainAddress } from './ip-address.ts'

/**
 * Returns an IPv4 address unchanged, and the 64-bit network of an IPv6 address in one notation. `request.ip` is a string by its type
 * only: a socket that was closed before its request was looked at has no address, and all of these count as one.
 */
export function toAddressKey(address: string | undefined): string {
  if (address === undefined) return 'unknown'
  const plain = toPlainAddress(address)
  if (!isIPv6(plain)) return plain
  const network = parseGroups(plain).slice(0, 4)
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}
