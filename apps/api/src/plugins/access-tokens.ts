// The short-lived proof of a session. It is a function of the session's last rotation alone, so that parallel tabs that
// rotate at once can be given the same token.
import jwt from '@fastify/jwt'
import plugin from 'fastify-plugin'
import { z } from 'zod'
import { AppError } from '../http/app-error.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly accessTokens: AccessTokens
  }
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    /** `request.user`: what the access token says of the caller; null until it is verified, and on a public route. */
    user: AccessTokenClaims | null
  }
}

export type AccessTokenClaims = {
  readonly userId: string
  readonly tenantId: string
  readonly sessionId: string
  readonly tokenVersion: number
}

export type AccessTokens = {
  readonly issue: (claims: AccessTokenClaims, issuedAt: Date) => string
  /** Throws `AUTH_TOKEN_EXPIRED` or `AUTH_TOKEN_INVALID`. */
  readonly verify: (token: string) => AccessTokenClaims
}

export const accessTokenSeconds = 600

/**
 * By how much the clocks of two replicas may differ. A token lives that much longer by the clock that issued it, and one of a
 * replica whose clock is ahead is taken that much before its time; what it opens is asked of the database each time anyway.
 */
const clockToleranceMs = 300_000

const issuer = 'heddle'
const audience = 'heddle-api'
const type = 'at+jwt'

const Payload = z.object({ sub: z.uuid(), tid: z.uuid(), sid: z.uuid(), ver: z.int(), iat: z.int() })

/** fast-jwt ignores the spare bits of the last character: without this, one signature could be written in several ways. */
function hasCanonicalSignature(token: string) {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

const isExpiry = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'FAST_JWT_EXPIRED'

type AccessTokenOptions = {
  readonly key: Uint8Array
  readonly now: () => Date
}

export const accessTokensPlugin = plugin<AccessTokenOptions>(
  async (app, { key, now }) => {
    await app.register(jwt, {
      secret: Buffer.from(key),
      sign: { algorithm: 'HS256', iss: issuer, aud: audience, expiresIn: accessTokenSeconds, header: { alg: 'HS256', typ: type } },
      verify: {
        algorithms: ['HS256'],
        allowedIss: issuer,
        allowedAud: audience,
        checkTyp: type,
        clockTolerance: clockToleranceMs,
        // A claim that is missing is not checked unless it is required.
        requiredClaims: ['iss', 'aud', 'exp'],
      },
    })

    app.decorate('accessTokens', {
      issue: ({ userId, tenantId, sessionId, tokenVersion }, issuedAt) =>
        app.jwt.sign({ sub: userId, tid: tenantId, sid: sessionId, ver: tokenVersion, iat: Math.floor(issuedAt.getTime() / 1000) }),

      verify(token) {
        try {
          if (!hasCanonicalSignature(token)) throw new Error('The signature is not canonical')
          const at = now().getTime()
          const { sub, tid, sid, ver, iat } = Payload.parse(app.jwt.verify(token, { clockTimestamp: at }))
          // fast-jwt has an age for tokens, but takes those of the future.
          if (iat * 1000 > at + clockToleranceMs) throw new Error('The token is from the future')
          return { userId: sub, tenantId: tid, sessionId: sid, tokenVersion: ver }
        } catch (cause) {
          throw new AppError(isExpiry(cause) ? 'AUTH_TOKEN_EXPIRED' : 'AUTH_TOKEN_INVALID', { cause })
        }
      },
    })
  },
  { name: 'access-tokens' },
)
