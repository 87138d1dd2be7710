// Issues and verifies access tokens, the short-lived proofs of a session. A token depends only on the session's last rotation, so that
// parallel tabs that rotate at once can receive the same one.
import jwt from '@fastify/jwt'
import plugin from 'fastify-plugin'
import { z } from 'zod'
import { AppError } from '../errors/app-error.ts'
import { type AccessTokenClaims, type AccessTokens, accessTokenSeconds } from '../security/access-token.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly accessTokens: AccessTokens
  }
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    /** `request.user`: the claims of the access token; null until it is verified, and on a public route. */
    user: AccessTokenClaims | null
  }
}

/**
 * The maximum difference between the clocks of two replicas. A token is accepted that much longer by the clock that issued it, and
 * that much before its time when the issuer's clock is ahead; the actor's rights are read from the database each time anyway.
 */
const clockToleranceMs = 300_000

const issuer = 'heddle'
const audience = 'heddle-api'
const type = 'at+jwt'

const Payload = z.object({ sub: z.uuid(), tid: z.uuid(), sid: z.uuid(), ver: z.int(), iat: z.int() })

/** fast-jwt ignores the spare bits of the last character: without this check, one signature would have several spellings. */
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
        // fast-jwt does not check a missing claim unless it is required.
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
          // fast-jwt limits the age of tokens, but accepts those from the future.
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
