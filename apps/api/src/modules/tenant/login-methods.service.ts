// The ways to sign in that a tenant has: the product's own, and those of the configured external sign-ins that are its.
import type { LoginMethod } from '@heddle/contracts/people/login-method'
import type { PrismaClient } from '@heddle/db/client'
import type { ExternalLogin } from '@heddle/config/external-logins'
import { type LoginTenant, ownLoginMethods } from './login-methods.ts'

export type LoginMethods = ReturnType<typeof createLoginMethods>

export function createLoginMethods(db: PrismaClient, logins: readonly ExternalLogin[]) {
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

    /** As the sign-in screen shows them. */
    async listLoginMethods(tenant: LoginTenant): Promise<readonly LoginMethod[]> {
      const external = await findExternalLogins(tenant)
      return [...ownLoginMethods, ...external.map(({ key, type, label }) => ({ key, type, label }))]
    },
  }
}
