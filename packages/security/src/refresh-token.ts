// A refresh token says which family and which generation it is, and proves that we said so. Nothing of it is stored: who
// reads the database can make none.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

export type RefreshTokenClaims = { readonly sessionId: string; readonly generation: number }

const Claims = z.object({ sessionId: z.uuid(), generation: z.coerce.number().int().min(0) })

export type RefreshTokens = ReturnType<typeof createRefreshTokens>

export function createRefreshTokens(key: Uint8Array) {
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')

  return {
    issue(sessionId: string, generation: number): string {
      const text = `${sessionId}.${generation}`
      return `${text}.${sign(text)}`
    },

    /** What the token claims; null when it is not one of ours. */
    read(token: string): RefreshTokenClaims | null {
      const [sessionId = '', generation = '', signature = '', ...rest] = token.split('.')
      const [given, expected] = [Buffer.from(signature), Buffer.from(sign(`${sessionId}.${generation}`))]
      if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      const claims = Claims.safeParse({ sessionId, generation })
      return claims.success ? claims.data : null
    },
  }
}
