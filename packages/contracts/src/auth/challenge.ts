// What a sign-in asks for after its first step. The first page loads this file, so that what is shown then is in proof.ts.
import { z } from 'zod'
import { schemaIds } from '../schema-ids.ts'

export const SecondFactorMethod = z.enum(['totp', 'passkey', 'recovery_code'])
export type SecondFactorMethod = z.infer<typeof SecondFactorMethod>
schemaIds.add(SecondFactorMethod, { id: 'SecondFactorMethod' })

/** The secret that names a challenge: who has it has done the first step. */
export const ChallengeId = z
  .string()
  .max(43)
  .regex(/^[\w-]{43}$/, 'Not the id of a challenge')

/** The end of a first step without tokens: a second factor has to be shown, or, by the tenant's rule, to be set up. */
export const SignInChallenge = z.object({
  id: ChallengeId,
  kind: z.enum(['verification', 'enrolment']),
  /** Those of the account, or, of an enrolment, those that it may set up. */
  methods: z.array(SecondFactorMethod),
  /** Seconds. */
  expires_in: z.int(),
})
export type SignInChallenge = z.infer<typeof SignInChallenge>
schemaIds.add(SignInChallenge, { id: 'SignInChallenge' })
