// The metadata services of clouds, which hand out the credentials of the machine: no request goes there, whatever is allowed.
import { BlockList } from 'node:net'

/** Link-local addresses, where most of them are, and those elsewhere. */
export const metadataAddresses = new BlockList()
metadataAddresses.addSubnet('169.254.0.0', 16, 'ipv4')
metadataAddresses.addSubnet('fe80::', 10, 'ipv6')
// Alibaba Cloud and Oracle Cloud.
metadataAddresses.addAddress('100.100.100.200', 'ipv4')
metadataAddresses.addAddress('192.0.0.192', 'ipv4')
// Amazon and Google.
metadataAddresses.addAddress('fd00:ec2::254', 'ipv6')
metadataAddresses.addAddress('fd20:ce::254', 'ipv6')
