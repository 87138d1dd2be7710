// Records refused and failed calls of audited endpoints. Services record successful calls in the transaction of the change; the auth
// module records sign-ins, where the user is not known yet.
import type { EndpointName } from '@heddle/contracts/endpoint-list'
import type { ErrorCode } from '@heddle/contracts/errors'
import { Id } from '@heddle/contracts/wire'
import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { findEndpointName } from '../http/endpoint-name.ts'
import { findFailure } from '../http/failure.ts'
import type { Actor } from '../permissions/actor.ts'

/** The targets that an address names, by the part of it before the id. */
const targetTypes = {
  user: 'user',
  group: 'group',
  tenant: 'tenant',
  session: 'session',
  feedback: 'feedback',
  assistant: 'assistant',
  limit_rule: 'usage_limit_rule',
  workflow: 'workflow',
  model: 'model',
  endpoint: 'model_endpoint',
  collection: 'collection',
  dataset: 'dataset',
} as const
type Segment = keyof typeof targetTypes

type FailedCall = {
  readonly action: EndpointName
  readonly target?: { readonly type: (typeof targetTypes)[Segment]; readonly id?: string }
}

const targetPattern = new RegExp(`/(${Object.keys(targetTypes).join('|')})/:id(?:/|$)`)

/** Returns the target that the URL names, without an invalid id; undefined when it names none. */
function findTarget(request: FastifyRequest): FailedCall['target'] {
  const segment = targetPattern.exec(request.routeOptions.url ?? '')?.[1] as Segment | undefined
  if (segment === undefined) return undefined
  const id = Id.safeParse((request.params as { id?: unknown }).id)
  return { type: targetTypes[segment], ...(id.success && { id: id.data }) }
}

type AuditPluginOptions = { readonly recordFailure: (actor: Actor, call: FailedCall, code: ErrorCode) => Promise<unknown> }

export const auditPlugin = plugin<AuditPluginOptions>(
  async (app, { recordFailure }) => {
    app.addHook('onResponse', async (request) => {
      const failure = findFailure(request)
      const { config, url = '' } = request.routeOptions
      const action = findEndpointName(request.method, url)
      if (config.audited !== true || !failure || !action || !request.knownActor) return
      // Nothing was refused: the caller confirms who it is and calls again.
      if (failure.code === 'AUTH_STEP_UP_REQUIRED') return
      const target = findTarget(request)
      await recordFailure(request.knownActor, { action, ...(target && { target }) }, failure.code).catch((error: unknown) =>
        request.log.error({ err: error, action }, 'Failed call was not recorded in the audit log'),
      )
    })
  },
  { name: 'audit', dependencies: ['errors', 'actor'] },
)
