// What a sign-in at an OpenID provider has to remember until the browser comes back: encrypted, in a cookie of that
// browser, for a few minutes and for one use.
import { EncryptJWT, jwtDecrypt } from 'jose'
import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { z } from 'zod'
import { createCounter } from '../../../platform/security/counter.sql.ts'

export const loginFlowSeconds = 10 * 60

const Flow = z.object({
  id: z.uuid(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.url(),
  next: z.string().nullable(),
})
export type LoginFlow = z.infer<typeof Flow>

export type LoginFlows = ReturnType<typeof createLoginFlows>

export function createLoginFlows(pool: Pool, key: Uint8Array, now: () => Date) {
  // A counter that every replica sees: the first use is the only one.
  const uses = createCounter(pool, { prefix: 'login_flow', max: 1, seconds: 2 * loginFlowSeconds })

  return {
    seal: (product: string, flow: Omit<LoginFlow, 'id'>): Promise<string> => {
      const seconds = Math.floor(now().getTime() / 1000)
      return new EncryptJWT({ ...flow, id: randomUUID() })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setAudience(product)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + loginFlowSeconds)
        .encrypt(key)
    },

    /** What was sealed for the product; null when it is not ours, too old, or was opened before. */
    async open(product: string, sealed: string): Promise<LoginFlow | null> {
      const opened = await jwtDecrypt(sealed, key, {
        audience: product,
        currentDate: now(),
        requiredClaims: ['exp'],
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      }).catch(() => null)
      const flow = Flow.safeParse(opened?.payload)
      if (!flow.success) return null
      const { count } = await uses.add(flow.data.id)
      return count > uses.max ? null : flow.data
    },
  }
}
