// What the audit log is told of sign-ins that failed: whose it was if anybody's, and never what was typed.
import type { PrismaClient } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Origin } from '../../platform/permissions/actor.ts'
import type { AuditEntry, AuditService } from '../audit/audit.service.ts'
import type { TenantService } from '../tenant/tenant.service.ts'
import type { RequestedAddress } from '../../platform/security/passkey-site.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'

/** Where a sign-in happens: the host name says in which tenant, before the user is known; `browser` is the cookie of a known browser. */
export type SignInOrigin = Origin & RequestedAddress & { readonly browser: string | undefined }

export type SignInUser = { readonly id: string; readonly tenantId: string; readonly name: Prisma.JsonValue }

export type SignInLog = ReturnType<typeof createSignInLog>

type SignInLogDependencies = {
  readonly db: PrismaClient
  readonly audit: AuditService
  readonly tenants: TenantService
  readonly metrics: Metrics
}

export function createSignInLog({ db, audit, tenants, metrics }: SignInLogDependencies) {
  return {
    /** Throws on what `failure` is, once it is told. `user` is null for an unknown name. */
    async refuse(action: AuditEntry['action'], origin: SignInOrigin, user: SignInUser | null, failure: unknown): Promise<never> {
      if (failure instanceof AppError) {
        metrics.signInFailures.inc({ code: failure.code })
        // Asked for also when the user is known: a known name must not be quicker than an unknown one.
        const tenant = await tenants.findByHostname(origin.hostname)
        const who = { tenantId: user?.tenantId ?? tenant?.id ?? null, actorId: null, origin }
        await audit.recordSignIn(db, who, { action, ...(user && { target: signInTarget(user) }) }, failure.code)
      }
      throw failure
    },
  }
}

export const signInTarget = ({ id, name }: SignInUser) => ({ type: 'user' as const, id, name: name as Prisma.InputJsonValue })
