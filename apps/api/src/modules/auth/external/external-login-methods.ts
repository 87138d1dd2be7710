// Which of the configured external sign-ins a tenant has.
import type { LoginMethod } from '@heddle/contracts/login-method'
import type { PrismaClient } from '@heddle/db/client'
import type { ExternalLogin } from '../../../external-logins.ts'

export type ExternalLoginMethods = ReturnType<typeof createExternalLoginMethods>

export function createExternalLoginMethods(db: PrismaClient, logins: readonly ExternalLogin[]) {
  /** Asked each time: host names change, and the first tenant may be made after the start. */
  async function loginsOf(tenantId: string): Promise<readonly ExternalLogin[]> {
    if (logins.length === 0) return []
    const [tenant, first] = await Promise.all([
      db.tenant.findUnique({ where: { id: tenantId }, select: { hostname: true } }),
      db.tenant.findFirst({ orderBy: { id: 'asc' }, select: { id: true } }),
    ])
    const isOfTenant = (name: string | undefined) => {
      if (name === undefined) return first?.id === tenantId
      return [tenantId, tenant?.hostname].includes(name.toLowerCase())
    }
    return logins.filter((login) => isOfTenant(login.tenant))
  }

  return {
    loginsOf,

    /** As the sign-in screen shows them. */
    async loginMethodsOf(tenantId: string): Promise<readonly LoginMethod[]> {
      return (await loginsOf(tenantId)).map(({ key, type, label }) => ({ key, type, label }))
    },
  }
}
