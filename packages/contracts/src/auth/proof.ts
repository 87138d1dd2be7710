// What proves who a user is beside the password, and the shapes of passkeys that browsers and servers exchange.
import { z } from 'zod'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { boundedRecord, JsonValue } from '../wire.ts'

export const TotpCode = z
  .string()
  .trim()
  .max(20)
  .transform((code) => code.replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'A code has six digits'))

/** As it was shown, or without its hyphen, or in lower case. */
export const RecoveryCode = z.string().trim().min(1).max(40)

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/, 'Not base64url')
const Transports = z.array(z.string().max(32)).max(10)

const PasskeyDescriptor = z.object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()).optional() })

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn Level 3. */
export const PasskeyRequestOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  allowCredentials: z.array(PasskeyDescriptor),
  userVerification: z.literal('required'),
})
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>
schemaIds.add(PasskeyRequestOptions, { id: 'PasskeyRequestOptions' })

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn Level 3. */
export const PasskeyCreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(PasskeyDescriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>
schemaIds.add(PasskeyCreationOptions, { id: 'PasskeyCreationOptions' })

const credential = {
  id: base64url(limits.passkeyCharacters),
  rawId: base64url(limits.passkeyCharacters),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(32).nullish(),
  /** Of no use here. */
  clientExtensionResults: boundedRecord(z.string().max(100), JsonValue, 20).optional(),
}
const part = base64url(limits.passkeyCharacters)

/** `AuthenticationResponseJSON` of WebAuthn Level 3. */
export const PasskeyAssertion = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: base64url(200).nullish(),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>
schemaIds.add(PasskeyAssertion, { id: 'PasskeyAssertion' })

/** `RegistrationResponseJSON` of WebAuthn Level 3; what it says twice is read of the attestation. */
export const PasskeyAttestation = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: part,
    attestationObject: part,
    transports: Transports.optional(),
    authenticatorData: part.optional(),
    publicKey: part.optional(),
    publicKeyAlgorithm: z.int().optional(),
  }),
})
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>
schemaIds.add(PasskeyAttestation, { id: 'PasskeyAttestation' })
