// Where a model endpoint may be. Private networks and this machine are where the servers of an institute are; who may not have one there
// is told so before any connection, whatever is there. The metadata services of clouds, which hand out the credentials of the machine,
// are allowed to no one.
import { isAllowedAddress } from '../../fetching/address-rules.ts'
import { lookUpAll, readLiteral, type VetAddresses } from '../../fetching/guarded-agent.ts'
import { isMetadataAddress } from '../../fetching/metadata-addresses.ts'
import { toLiteral } from '../../http/ip-address.ts'

const refusedNames = /^(metadata|metadata\.google\.internal|instance-data(\.ec2\.internal)?|metadata\.tencentyun\.com)$/

/** Whether the address of an endpoint may be saved: http or https, no credentials, and no metadata service in any notation. */
export function isAllowedBaseUrl(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false
  const { protocol, username, password, hostname, search, hash } = new URL(baseUrl)
  if (!['http:', 'https:'].includes(protocol) || username !== '' || password !== '' || search !== '' || hash !== '') return false
  const host = toLiteral(hostname).replace(/\.$/, '')
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

/** Lets calls reach what an endpoint may be at, without the addresses of a name that are refused: a name may lead anywhere, and may change. */
export const createEndpointVet =
  (mayReachPrivate: MayReachPrivate): VetAddresses =>
  async (addresses) => {
    const allowed = addresses.filter(({ address }) => !isMetadataAddress(address))
    if (allowed.length === 0) throw new RefusedAddressError({ isPrivate: false })
    const hasPrivate = allowed.some(({ address }) => !isAllowedAddress(address, false))
    if (hasPrivate && !(await mayReachPrivate())) throw new RefusedAddressError({ isPrivate: true })
    return allowed
  }

/** Throws a `RefusedAddressError` unless calls of the endpoint would be made; a name that leads nowhere yet may be saved. */
export async function refuseUnreachable(baseUrl: string, mayReachPrivate: MayReachPrivate): Promise<void> {
  const { hostname } = new URL(baseUrl)
  const literal = readLiteral(hostname)
  const addresses = literal ? [literal] : await lookUpAll(hostname, {}).catch(() => [])
  if (addresses.length > 0) await createEndpointVet(mayReachPrivate)(addresses)
}
