// The metadata services of clouds, which hand out the credentials of the machine: no request goes there, whatever is allowed.
import { BlockList, isIP } from 'node:net'
import { listEmbeddedIpv4 } from '../http/ip-address.ts'

/** Link-local addresses, where most of them are, and those elsewhere. */
const metadataAddresses = new BlockList()
metadataAddresses.addSubnet('169.254.0.0', 16, 'ipv4')
metadataAddresses.addSubnet('fe80::', 10, 'ipv6')
// Alibaba Cloud and Oracle Cloud.
metadataAddresses.addAddress('100.100.100.200', 'ipv4')
metadataAddresses.addAddress('192.0.0.192', 'ipv4')
// Amazon and Google.
metadataAddresses.addAddress('fd00:ec2::254', 'ipv6')
metadataAddresses.addAddress('fd20:ce::254', 'ipv6')

/** Whether an IP address, with or without a zone, is link-local or that of a metadata service, also carried by an IPv6 address. */
export function isMetadataAddress(address: string): boolean {
  const [plain = ''] = address.split('%')
  const family = isIP(plain)
  if (family === 4) return metadataAddresses.check(plain, 'ipv4')
  const isEmbedded = () => listEmbeddedIpv4(plain).some((ipv4) => metadataAddresses.check(ipv4, 'ipv4'))
  return family === 6 && (metadataAddresses.check(plain, 'ipv6') || isEmbedded())
}
