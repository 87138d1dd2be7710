// The servers that the workflows of a tenant may call: who keeps the list, and what a request is allowed by it.
import type { createAllowedHost, updateAllowedHost } from '@heddle/contracts/tenant/allowed-host'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { SecretCipher } from '@heddle/security/secret-cipher'
import { matchesHost } from '@heddle/workflow/model/graph/host-pattern'
import type { z } from 'zod'
import { findViolatedConstraint } from '../../../platform/database/violated-constraint.ts'
import type { HostPermission } from '../../../platform/fetching/guarded-request.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import { readableTenants } from '../../../platform/permissions/tenant.permissions.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import { type AllowedHostRow, presentAllowedHost } from './allowed-host.presenter.ts'

type AllowedHostDependencies = { readonly db: PrismaClient; readonly cipher: SecretCipher; readonly audit: AuditService }

type NewHost = z.output<typeof createAllowedHost.schema.body>['allowed_host']
type HostChange = z.output<typeof updateAllowedHost.schema.body>['allowed_host']

const auditedFields = ({ host, allowsPrivate, headerName }: AllowedHostRow) => ({
  host,
  allows_private: allowsPrivate,
  secret_header: headerName,
})

const toTarget = (tenantId: string) => ({ type: 'tenant', id: tenantId }) as const

export type AllowedHostService = ReturnType<typeof createAllowedHostService>

export function createAllowedHostService({ db, cipher, audit }: AllowedHostDependencies) {
  /** The tenant and the host that a header is for: another row cannot use its value. */
  const listOwners = (tenantId: string, host: string) => ['allowed_host', tenantId, host]

  /** Returns the columns of a header; none when it stays as it is. */
  function toHeaderColumns(tenantId: string, host: string, header: NewHost['secret_header']) {
    if (header === undefined) return {}
    if (header === null) return { headerName: null, headerValue: null, headerKeyId: null }
    const { ciphertext, keyId } = cipher.encrypt(header.value, listOwners(tenantId, host))
    return { headerName: header.name, headerValue: ciphertext, headerKeyId: keyId }
  }

  async function requireTenant(actor: Actor, id: string) {
    if ((await db.tenant.count({ where: { id, AND: readableTenants(actor) } })) === 0) throw new AppError('AUTH_TENANT_NOT_FOUND')
  }

  async function getHost(on: Queryable, tenantId: string, id: string): Promise<AllowedHostRow> {
    const found = await on.allowedHost.findFirst({ where: { id, tenantId } })
    if (!found) throw new AppError('ALLOWED_HOST_NOT_FOUND')
    return found
  }

  return {
    async listAllowedHosts(actor: Actor, tenantId: string): Promise<AllowedHostRow[]> {
      await requireTenant(actor, tenantId)
      return db.allowedHost.findMany({ where: { tenantId }, orderBy: { host: 'asc' }, take: limits.allowedHosts })
    },

    async createAllowedHost(actor: Actor, tenantId: string, given: NewHost): Promise<AllowedHostRow> {
      await requireTenant(actor, tenantId)
      return db
        .$transaction(async (tx) => {
          if ((await tx.allowedHost.count({ where: { tenantId } })) >= limits.allowedHosts) throw new AppError('ALLOWED_HOST_TOO_MANY')
          const { host, allows_private: allowsPrivate = false } = given
          const header = toHeaderColumns(tenantId, host, given.secret_header)
          const created = await tx.allowedHost.create({ data: { tenantId, host, allowsPrivate, ...header } })
          await audit.record(tx, actor, { action: 'createAllowedHost', target: toTarget(tenantId), after: auditedFields(created) })
          return created
        })
        .catch((cause: unknown) => {
          if (findViolatedConstraint(cause) !== 'allowed_host_tenant_id_host_key') throw cause
          throw new AppError('ALLOWED_HOST_EXISTS', { cause })
        })
    },

    async updateAllowedHost(actor: Actor, tenantId: string, id: string, { revision, ...given }: HostChange): Promise<AllowedHostRow> {
      await requireTenant(actor, tenantId)
      return db.$transaction(async (tx) => {
        const before = await getHost(tx, tenantId, id)
        const { count } = await tx.allowedHost.updateMany({
          where: { id, tenantId, revision },
          data: {
            ...(given.allows_private !== undefined && { allowsPrivate: given.allows_private }),
            ...toHeaderColumns(tenantId, before.host, given.secret_header),
            revision: { increment: 1 },
          },
        })
        const after = await getHost(tx, tenantId, id)
        if (count === 0) throw new AppError('REVISION_MISMATCH', { params: { current: presentAllowedHost(after) } })
        await audit.record(tx, actor, {
          action: 'updateAllowedHost',
          target: toTarget(tenantId),
          before: auditedFields(before),
          after: { ...auditedFields(after), ...(given.secret_header && { secret_header: `${given.secret_header.name} (new value)` }) },
        })
        return after
      })
    },

    async deleteAllowedHost(actor: Actor, tenantId: string, id: string) {
      await requireTenant(actor, tenantId)
      await db.$transaction(async (tx) => {
        const before = await getHost(tx, tenantId, id)
        await tx.allowedHost.delete({ where: { id } })
        await audit.record(tx, actor, { action: 'deleteAllowedHost', target: toTarget(tenantId), before: auditedFields(before) })
      })
    },

    /** Returns the hosts that the workflows of a tenant may call, without their secrets. */
    async listHostNames(tenantId: string): Promise<string[]> {
      const rows = await db.allowedHost.findMany({ where: { tenantId }, select: { host: true }, orderBy: { host: 'asc' } })
      return rows.map(({ host }) => host)
    },

    /** Returns what the workflows of a tenant may call, as a look-up by host: the host itself before the domains that it is under. */
    async loadPermissions(tenantId: string): Promise<(host: string) => HostPermission | null> {
      const rows = await db.allowedHost.findMany({ where: { tenantId }, orderBy: { host: 'asc' } })
      return (host) => {
        const matching = rows.filter((row) => matchesHost(row.host, host))
        const row = matching.find((each) => each.host === host) ?? matching.toSorted((a, b) => b.host.length - a.host.length)[0]
        if (!row) return null
        const { allowsPrivate, headerName, headerValue, headerKeyId } = row
        if (headerName === null || headerValue === null || headerKeyId === null) return { allowsPrivate, secretHeader: null }
        const value = cipher.decrypt({ keyId: headerKeyId, ciphertext: headerValue }, listOwners(tenantId, row.host))
        // After a change of SECRET_KEY: a request without its secret would only be refused by the server, with a misleading reason.
        return value === null ? null : { allowsPrivate, secretHeader: { name: headerName, value } }
      }
    },
  }
}
