// Authenticates the caller. The token is verified first, without the database, so that a flood of calls costs no query; then the actor
// is read for every request, because the token may be ten minutes old.
import type { Policy } from '@heddle/contracts/endpoint'
import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { AppError } from '../errors/app-error.ts'
import { type Actor, hasPermission, type Origin } from '../permissions/actor.ts'
import type { AccessTokenClaims } from '../security/access-token.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of the request. Throws on a route with the policy `public`. */
    readonly actor: Actor
    /** The user of the request; null on a public route and when the token is refused. */
    readonly knownActor: Actor | null
  }
}

type ActorPluginOptions = {
  /** Returns the actor that a checked token names; null once the session has ended or the user is disabled. */
  readonly findActor: (claims: AccessTokenClaims, origin: Origin) => Promise<Actor | null>
  readonly now: () => Date
}

type ClosedPolicy = Exclude<Policy, 'public'>
type Reading = { readonly policy: ClosedPolicy; readonly claims: AccessTokenClaims; readonly at: number }

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

    async function admit(request: FastifyRequest, policy: ClosedPolicy, claims: AccessTokenClaims) {
      const actor = await findActor(claims, { address: request.ip, userAgent: request.headers['user-agent'] })
      if (!actor) throw new AppError('AUTH_SESSION_ENDED')
      actorsByRequest.set(request, actor)
      readings.set(request, { policy, claims, at: now().getTime() })
      if (policy === 'own_session') return
      if (actor.mustChangePassword) throw new AppError('AUTH_PASSWORD_CHANGE_REQUIRED')
      if (policy !== 'signed_in' && !hasPermission(actor, policy)) throw new AppError('FORBIDDEN')
    }

    function verifyToken({ headers }: FastifyRequest): AccessTokenClaims {
      const token = bearerPattern.exec(headers.authorization ?? '')?.[1]
      if (token === undefined) throw new AppError('AUTH_REQUIRED')
      return app.accessTokens.verify(token)
    }

    app.addHook('onRequest', async (request) => {
      const { policy, light } = request.routeOptions.config
      if (light) return app.countLightCall(request)
      // Without a policy there is no route: the response is 404.
      if (policy === 'public' || policy === undefined) return app.countCall(request)
      try {
        request.user = verifyToken(request)
      } finally {
        // Counts for the user when the token is valid, else for the address.
        await app.countCall(request)
      }
      await admit(request, policy, request.user)
    })

    app.addHook('preHandler', async (request) => {
      const reading = readings.get(request)
      if (reading && now().getTime() - reading.at > actorIsFreshMs) await admit(request, reading.policy, reading.claims)
    })
  },
  { name: 'actor', dependencies: ['policy', 'access-tokens', 'rate-limit'] },
)
