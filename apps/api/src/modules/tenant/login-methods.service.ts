// The ways to sign in that a tenant has: the product's own, and those of the configured external sign-ins that are its.
import type { GroupClaimProblem, TenantLoginMethod } from '@heddle/contracts/tenant/tenant'
import type { PrismaClient } from '@heddle/db/client'
import type { ExternalLogin } from '@heddle/config/external-logins'
import { presentTime } from '../../platform/http/presenting.ts'
import { type LoginTenant, ownLoginMethods } from './login-methods.ts'

const problemsAreShownMs = 7 * 24 * 60 * 60 * 1000

type NotedProblem = Pick<GroupClaimProblem, 'claim' | 'reason'> & { readonly at: Date }

export type LoginMethods = ReturnType<typeof createLoginMethods>

export function createLoginMethods(db: PrismaClient, logins: readonly ExternalLogin[], now: () => Date) {
  /** By the key of the sign-in. */
  const problems = new Map<string, NotedProblem>()

  function findProblem(key: string) {
    const problem = problems.get(key)
    const isShown = problem && now().getTime() - problem.at.getTime() < problemsAreShownMs
    return isShown ? { group_claim_problem: { ...problem, at: presentTime(problem.at) } } : {}
  }

  /** Reads the first tenant each time: it may be created after the start. */
  async function findExternalLogins({ id, hostname }: LoginTenant): Promise<readonly ExternalLogin[]> {
    if (logins.length === 0) return []
    const first = await db.tenant.findFirst({ orderBy: { id: 'asc' }, select: { id: true } })
    const isOfTenant = (name: string | undefined) => {
      if (name === undefined) return id !== null && first?.id === id
      return [id, hostname].includes(name.toLowerCase())
    }
    return logins.filter((login) => isOfTenant(login.tenant))
  }

  return {
    findExternalLogins,

    /** Keeps it for the administrators, who see it beside the sign-in method. */
    noteGroupClaimProblem(key: string, problem: Pick<GroupClaimProblem, 'claim' | 'reason'>) {
      problems.set(key, { ...problem, at: now() })
    },

    /** In the order of the sign-in screen. */
    async listLoginMethods(tenant: LoginTenant): Promise<readonly TenantLoginMethod[]> {
      const external = await findExternalLogins(tenant)
      return [...ownLoginMethods, ...external.map(({ key, type, label }) => ({ key, type, label, ...findProblem(key) }))]
    },
  }
}
