// Authenticates the caller. The token is verified first, without the database, so that a flood of calls costs no query; then the actor
// is read for every request, because the token may be ten minutes old.
import type { CredentialKind, Policy } from '@heddle/contracts/endpoint'
import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { AppError } from '../errors/app-error.ts'
import { type Actor, hasPermission, type Origin } from '../permissions/actor.ts'
import type { Identity } from '../permissions/credential.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of the request. Throws on a route with the policy `public`. */
    readonly actor: Actor
    /** The user of the request; null on a public route and when the token is refused. */
    readonly knownActor: Actor | null
  }
}

type ActorPluginOptions = {
  /** Returns the actor of a checked credential; null once it has ended or the user is disabled. */
  readonly findActor: (identity: Identity, origin: Origin) => Promise<Actor | null>
  readonly now: () => Date
}

type ClosedPolicy = Exclude<Policy, 'public'>
type Reading = { readonly policy: ClosedPolicy; readonly identity: Identity; readonly at: number }

const defaultKinds: readonly CredentialKind[] = ['session']

/** A caller may delay the body: when it takes longer than this, the actor is read again. */
const actorIsFreshMs = 1_000

const bearerPattern = /^Bearer +(\S+)$/i

export const actorPlugin = plugin<ActorPluginOptions>(
  async (app, { findActor, now }) => {
    const actorsByRequest = new WeakMap<FastifyRequest, Actor>()
    const readings = new WeakMap<FastifyRequest, Reading>()

    app.decorateRequest('actor', {
      getter(this: FastifyRequest) {
        const actor = actorsByRequest.get(this)
        if (!actor) throw new Error('A public route has no actor.')
        return actor
      },
    })

    app.decorateRequest('knownActor', {
      getter(this: FastifyRequest) {
        return actorsByRequest.get(this) ?? null
      },
    })

    async function admit(request: FastifyRequest, policy: ClosedPolicy, identity: Identity) {
      const actor = await findActor(identity, { address: request.ip, userAgent: request.headers['user-agent'] })
      if (!actor) throw new AppError('AUTH_SESSION_ENDED')
      actorsByRequest.set(request, actor)
      readings.set(request, { policy, identity, at: now().getTime() })
      const kinds = request.routeOptions.config.credentials ?? defaultKinds
      if (!kinds.includes(actor.credential.kind)) throw new AppError('FORBIDDEN')
      if (policy === 'own_session') return
      if (actor.mustChangePassword) throw new AppError('AUTH_PASSWORD_CHANGE_REQUIRED')
      if (policy !== 'signed_in' && !hasPermission(actor, policy)) throw new AppError('FORBIDDEN')
    }

    /** Sets `request.user`, by which calls are counted. */
    function readIdentity(request: FastifyRequest): Identity {
      const token = bearerPattern.exec(request.headers.authorization ?? '')?.[1]
      if (token === undefined) throw new AppError('AUTH_REQUIRED')
      request.user = app.accessTokens.verify(token)
      const { userId, tenantId, sessionId, tokenVersion } = request.user
      return { id: userId, tenantId, credential: { kind: 'session', sessionId, tokenVersion } }
    }

    app.addHook('onRequest', async (request) => {
      const { policy, light } = request.routeOptions.config
      if (light) return app.countLightCall(request)
      // Without a policy there is no route: the response is 404.
      if (policy === 'public' || policy === undefined) return app.countCall(request)
      let identity: Identity
      try {
        identity = readIdentity(request)
      } finally {
        // Counts for the user when the token is valid, else for the address.
        await app.countCall(request)
      }
      await admit(request, policy, identity)
    })

    app.addHook('preHandler', async (request) => {
      const reading = readings.get(request)
      if (reading && now().getTime() - reading.at > actorIsFreshMs) await admit(request, reading.policy, reading.identity)
    })
  },
  { name: 'actor', dependencies: ['policy', 'access-tokens', 'rate-limit'] },
)
