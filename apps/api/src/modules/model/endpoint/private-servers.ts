// Whose model endpoints may be in a private network or on this machine. Where several tenants have administrators, one of them could look
// there for open ports of the others or of the site; the list of allowed hosts, which super users keep, says where they may be.
import type { PrismaClient } from '@heddle/db/client'
import type { ServerConfig } from '@heddle/config/config'
import { rolesWith } from '@heddle/contracts/permissions'
import type { HostPermission } from '../../../platform/fetching/guarded-request.ts'

type PrivateServersDependencies = {
  readonly db: PrismaClient
  readonly setting: ServerConfig['privateModelServers']
  readonly allowedHosts: { loadPermissions(tenantId: string): Promise<(host: string) => HostPermission | null> }
}

export type PrivateServers = ReturnType<typeof createPrivateServers>

export function createPrivateServers({ db, setting, allowedHosts }: PrivateServersDependencies) {
  /** Whether no more than one tenant has someone who connects model servers. */
  async function isForOneTenant(): Promise<boolean> {
    const administrator = { role: { in: [...rolesWith.manage_models] }, status: 'active' as const }
    return (await db.tenant.count({ where: { users: { some: administrator } } })) <= 1
  }

  return {
    /** Returns whether an endpoint of the tenant may be in a private network or on this machine; `baseUrl` is its address. */
    async mayHave(tenantId: string, baseUrl: string): Promise<boolean> {
      if (setting === 'any' || (await isForOneTenant())) return true
      const findPermission = await allowedHosts.loadPermissions(tenantId)
      return findPermission(new URL(baseUrl).host)?.allowsPrivate === true
    },
  }
}
