// What the claims of an OpenID provider say of a user's groups. A provider that says nothing must not look like one that says "none".
import type { GroupClaimProblem } from '@heddle/contracts/tenant/tenant'

type Claims = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Claims => typeof value === 'object' && value !== null

/**
 * Whether the claim is elsewhere: `_claim_names` refers to its source (OpenID Connect Core 1.0, section 5.6.2), and Microsoft Entra ID
 * sends `hasgroups` for a user with more groups than fit.
 */
const isReplaced = (claims: Claims, claim: string) => {
  const { _claim_names: names, hasgroups } = claims
  return (isObject(names) && Object.hasOwn(names, claim)) || (claim === 'groups' && (hasgroups === true || hasgroups === 'true'))
}

/** Returns the names of the groups, or why they are not known. `sources` are the claims of each response, the most trusted last. */
export function readGroupClaim(sources: readonly Claims[], claim: string): readonly string[] | GroupClaimProblem['reason'] {
  if (sources.some((claims) => isReplaced(claims, claim))) return 'replaced'
  const values = sources.flatMap((claims) => (Object.hasOwn(claims, claim) ? [claims[claim]] : []))
  const value = values.findLast((said) => said !== null)
  if (value === undefined) return 'missing'
  const names: readonly unknown[] = Array.isArray(value) ? value : [value]
  return names.every((name) => typeof name === 'string') && value !== '' ? names : 'unreadable'
}
