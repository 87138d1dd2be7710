// Records refused and failed calls of audited endpoints. Services record successful calls in the transaction of the change; the auth
// module records sign-ins, where the user is not known yet.
import { Id } from '@heddle/contracts/wire'
import type { PrismaClient } from '@heddle/db/client'
import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { findEndpointName } from '../http/endpoint-name.ts'
import type { AuditEntry, AuditService } from '../../modules/audit/audit.service.ts'
import { findFailure } from '../http/failure.ts'

type TargetType = NonNullable<AuditEntry['target']>['type']

const targetPattern = /\/(user|group|tenant|session|feedback|assistant|limit_rule|workflow)\/:id(?:\/|$)/

/** Returns the target that the URL names, without an invalid id; undefined when it names none. */
function findTarget(request: FastifyRequest): AuditEntry['target'] {
  const segment = targetPattern.exec(request.routeOptions.url ?? '')?.[1]
  if (segment === undefined) return undefined
  const type = (segment === 'limit_rule' ? 'usage_limit_rule' : segment) as TargetType
  const id = Id.safeParse((request.params as { id?: unknown }).id)
  return { type, ...(id.success && { id: id.data }) }
}

type AuditPluginOptions = { readonly db: PrismaClient; readonly audit: AuditService }

export const auditPlugin = plugin<AuditPluginOptions>(
  async (app, { db, audit }) => {
    app.addHook('onResponse', async (request) => {
      const failure = findFailure(request)
      const { config, url = '' } = request.routeOptions
      const action = findEndpointName(request.method, url)
      if (config.audited !== true || !failure || !action || !request.knownActor) return
      const target = findTarget(request)
      await audit
        .recordFailure(db, request.knownActor, { action, ...(target && { target }) }, failure.code)
        .catch((error: unknown) => request.log.error({ err: error, action }, 'Failed call was not recorded in the audit log'))
    })
  },
  { name: 'audit', dependencies: ['errors', 'actor'] },
)
