// Which addresses the product connects to for workflows and web sources, and which are in no private network. An address is judged after its look-up, by its bytes, so that no notation of a
// host name passes by.
import { BlockList, isIP } from 'node:net'
import { isMetadataAddress } from './metadata-addresses.ts'

type Subnet = readonly [network: string, prefix: number]

function createList(ipv4: readonly Subnet[], ipv6: readonly Subnet[]): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of ipv4) list.addSubnet(network, prefix, 'ipv4')
  for (const [network, prefix] of ipv6) list.addSubnet(network, prefix, 'ipv6')
  return list
}

/** What the IANA registries of special-purpose addresses (RFC 6890) name as not global, with multicast and what is reserved. */
const specialPurpose = createList(
  [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  [
    ['2001::', 23],
    ['2001:db8::', 32],
    // 6to4, which has an IPv4 address in it.
    ['2002::', 16],
    ['3fff::', 20],
  ],
)

/** All other addresses of version 6 (mapped, NAT64, unique local, link-local, multicast) are not global unicast. */
const globalUnicast = createList([], [['2000::', 3]])

/** Private networks and the own machine, which may be allowed by the name of a host. */
const privateNetworks = createList(
  [
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
  ],
  [
    ['::1', 128],
    ['fc00::', 7],
  ],
)

const isIn = (list: BlockList, address: string, family: 4 | 6) => list.check(address, family === 4 ? 'ipv4' : 'ipv6')

/** Returns whether a connection to the address is allowed: a global one, or with `allowsPrivate` one of a private network. */
export function isAllowedAddress(address: string, allowsPrivate: boolean): boolean {
  const family = isIP(address)
  if (family !== 4 && family !== 6) return false
  // A mapped address would be judged as its IPv4 address by some lists, and not by others.
  if (family === 6 && isIn(mappedAddresses, address, 6)) return false
  if (allowsPrivate && isIn(privateNetworks, address, family) && !isMetadataAddress(address)) return true
  return !isIn(specialPurpose, address, family) && (family === 4 || isIn(globalUnicast, address, 6))
}

const mappedAddresses = createList([], [['::ffff:0:0', 96]])
