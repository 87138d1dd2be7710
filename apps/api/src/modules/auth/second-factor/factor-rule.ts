// Who has to have a second factor, and from when on.
import type { SecondFactorRule } from '@heddle/contracts/tenant/tenant'
import type { UserRole } from '@heddle/contracts/roles'

const dayMs = 24 * 60 * 60 * 1_000

export type RuledTenant = {
  readonly secondFactorRule: SecondFactorRule
  readonly secondFactorGraceDays: number
  readonly secondFactorSince: Date | null
}
export type RuledUser = { readonly role: UserRole; readonly createdAt: Date }

/** Returns from when on a sign-in of the user asks for a second factor; null where the tenant's rule does not. */
export function findRequiredFrom(tenant: RuledTenant, { role, createdAt }: RuledUser): Date | null {
  const { secondFactorRule: rule, secondFactorGraceDays: days, secondFactorSince: since } = tenant
  if (rule === 'no_one' || (rule === 'administrators' && role === 'U')) return null
  return new Date(Math.max(createdAt.getTime(), since?.getTime() ?? 0) + days * dayMs)
}
