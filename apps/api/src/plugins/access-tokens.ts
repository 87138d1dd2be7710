// The short-lived proof of a session. It is a function of the session's last rotation alone, so that parallel tabs that
// rotate at once can be given the same token.
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { AppError } from '../errors/app-error.ts'

export const accessTokenSeconds = 600

/**
 * By how much the clocks of two replicas may differ. A token lives that much longer by the clock that issued it, and one of a
 * replica whose clock is ahead is taken that much before its time; what it opens is asked of the database each time anyway.
 */
const toleranceSeconds = 300

const issuer = 'heddle'
const audience = 'heddle-api'
const type = 'at+jwt'

export type AccessTokenClaims = {
  readonly userId: string
  readonly tenantId: string
  readonly sessionId: string
  readonly tokenVersion: number
}

const Payload = z.object({ sub: z.uuid(), tid: z.uuid(), sid: z.uuid(), ver: z.int(), iat: z.int() })

/** Decoders ignore padding and spare bits: without this, one token could be written in several ways. */
const isCanonicalBase64Url = (part: string) => Buffer.from(part, 'base64url').toString('base64url') === part

export type AccessTokens = ReturnType<typeof createAccessTokens>

export function createAccessTokens(key: Uint8Array, now: () => Date) {
  return {
    issue({ userId, tenantId, sessionId, tokenVersion }: AccessTokenClaims, issuedAt: Date): Promise<string> {
      const seconds = Math.floor(issuedAt.getTime() / 1000)
      return new SignJWT({ tid: tenantId, sid: sessionId, ver: tokenVersion })
        .setProtectedHeader({ alg: 'HS256', typ: type })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + accessTokenSeconds)
        .sign(key)
    },

    async verify(token: string): Promise<AccessTokenClaims> {
      try {
        if (!token.split('.').every(isCanonicalBase64Url)) throw new Error('The token is not canonical')
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer,
          audience,
          typ: type,
          requiredClaims: ['exp', 'iat'],
          currentDate: now(),
          clockTolerance: toleranceSeconds,
        })
        const { sub, tid, sid, ver, iat } = Payload.parse(payload)
        if (iat > now().getTime() / 1000 + toleranceSeconds) throw new Error('The token is from the future')
        return { userId: sub, tenantId: tid, sessionId: sid, tokenVersion: ver }
      } catch (cause) {
        throw new AppError(cause instanceof errors.JWTExpired ? 'AUTH_TOKEN_EXPIRED' : 'AUTH_TOKEN_INVALID', { cause })
      }
    },
  }
}
