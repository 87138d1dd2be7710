// Which of the configured external sign-ins a tenant has.
import type { LoginMethod } from '@heddle/contracts/login-method'
import type { PrismaClient } from '@heddle/db/client'
import type { ExternalLogin } from '@heddle/config/external-logins'
import type { LoginTenant } from './login-methods.ts'

export type ExternalLoginMethods = ReturnType<typeof createExternalLoginMethods>

export function createExternalLoginMethods(db: PrismaClient, logins: readonly ExternalLogin[]) {
  /** Asked each time: the first tenant may be made after the start. */
  async function loginsOf({ id, hostname }: LoginTenant): Promise<readonly ExternalLogin[]> {
    if (logins.length === 0) return []
    const first = await db.tenant.findFirst({ orderBy: { id: 'asc' }, select: { id: true } })
    const isOfTenant = (name: string | undefined) => {
      if (name === undefined) return id !== null && first?.id === id
      return [id, hostname].includes(name.toLowerCase())
    }
    return logins.filter((login) => isOfTenant(login.tenant))
  }

  return {
    loginsOf,

    /** As the sign-in screen shows them. */
    async loginMethodsOf(tenant: LoginTenant): Promise<readonly LoginMethod[]> {
      return (await loginsOf(tenant)).map(({ key, type, label }) => ({ key, type, label }))
    },
  }
}
