// The second step of a sign-in, and the factors of the signed-in user.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { Password } from '../user/user-entity.ts'
import { Id, IdParams, Line, Success, Timestamp } from '../wire.ts'
import { TokenPair } from './auth.ts'
import { ChallengeId } from './challenge.ts'
import { PasskeyAssertion, PasskeyAttestation, PasskeyCreationOptions, PasskeyRequestOptions, RecoveryCode, TotpCode } from './proof.ts'

const ChallengeBody = z.strictObject({ challenge_id: ChallengeId })
const FactorName = Line.min(1).max(limits.factorNameCharacters)

export const SecondFactor = z.object({
  id: Id,
  kind: z.enum(['totp', 'passkey']),
  name: z.string(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
  /** Of a passkey: whether it is kept in an account of its maker, and so on several devices; null of an authenticator app. */
  is_backed_up: z.boolean().nullable(),
  /** Of a passkey that was made for another address of the application, which ended it. */
  is_of_other_address: z.boolean(),
})
export type SecondFactor = z.infer<typeof SecondFactor>
schemaIds.add(SecondFactor, { id: 'SecondFactor' })

/** Why passkeys are not offered: the address is an IP address, plain http, or not the one of the installation (`PUBLIC_URL`). */
export const PasskeyObstacle = z.enum(['ip_address', 'not_https', 'other_address'])
export type PasskeyObstacle = z.infer<typeof PasskeyObstacle>
schemaIds.add(PasskeyObstacle, { id: 'PasskeyObstacle' })

const secondFactorsUrl = '/api/v1/auth/me/second_factor'

/** A key for an authenticator app, which is kept once a code proves that the app has it. */
const NewTotp = z.object({
  challenge_id: ChallengeId,
  /** Base32, for typing. */
  secret: z.string(),
  /** `otpauth://totp/…`, for a QR code. */
  otpauth_uri: z.string(),
  expires_in: z.int(),
})
const NewPasskey = z.object({ challenge_id: ChallengeId, options: PasskeyCreationOptions, expires_in: z.int() })

/** With the first factor come recovery codes, which are shown this once. */
const Enrolled = z.object({ factor: SecondFactor, recovery_codes: z.array(z.string()).nullable() })
const EnrolledAtSignIn = Enrolled.extend({ tokens: TokenPair })

const TotpConfirmation = z.strictObject({ challenge_id: ChallengeId, totp: TotpCode, name: FactorName })
const PasskeyConfirmation = z.strictObject({ challenge_id: ChallengeId, passkey: PasskeyAttestation, name: FactorName })

const challengeErrors = ['AUTH_SECOND_FACTOR_FAILED', 'AUTH_SIGN_INS_SLOWED', 'AUTH_THROTTLED'] as const
const signInErrors = [...challengeErrors, 'AUTH_LOGIN_FAILED', 'AUTH_USER_FAILED_TO_UPDATE_LAST_LOGIN'] as const

export const verifySecondFactor = {
  method: 'POST',
  url: '/api/v1/auth/second_factor',
  schema: {
    summary: 'End a sign-in with a second factor',
    body: z.union([
      z.strictObject({ challenge_id: ChallengeId, totp: TotpCode }),
      z.strictObject({ challenge_id: ChallengeId, recovery_code: RecoveryCode }),
      z.strictObject({ challenge_id: ChallengeId, passkey: PasskeyAssertion }),
    ]),
    response: { 200: TokenPair },
  },
  config: { policy: 'public', audited: true, errors: signInErrors },
} as const satisfies Endpoint

export const beginPasskeyVerification = {
  method: 'POST',
  url: '/api/v1/auth/second_factor/passkey_options',
  schema: {
    summary: 'What the browser needs to use a passkey for a challenge of a sign-in',
    body: ChallengeBody,
    response: { 200: z.object({ options: PasskeyRequestOptions }) },
  },
  config: { policy: 'public', errors: ['AUTH_SECOND_FACTOR_FAILED'] },
} as const satisfies Endpoint

export const beginPasskeyLogin = {
  method: 'POST',
  url: '/api/v1/auth/passkey/options',
  schema: {
    summary: 'What the browser needs to sign in with a passkey alone; the same for every account',
    body: z.strictObject({}),
    response: { 200: z.object({ challenge_id: ChallengeId, options: PasskeyRequestOptions, expires_in: z.int() }) },
  },
  config: { policy: 'public', errors: ['AUTH_PASSKEYS_UNAVAILABLE'] },
} as const satisfies Endpoint

export const passkeyLogin = {
  method: 'POST',
  url: '/api/v1/auth/passkey/login',
  schema: {
    summary: 'Sign in with a passkey alone, where the tenant allows it',
    body: z.strictObject({ challenge_id: ChallengeId, passkey: PasskeyAssertion }),
    response: { 200: TokenPair },
  },
  config: { policy: 'public', audited: true, errors: signInErrors },
} as const satisfies Endpoint

export const beginTotpAtSignIn = {
  method: 'POST',
  url: '/api/v1/auth/enrolment/totp',
  schema: {
    summary: 'A key for an authenticator app, for a challenge of the kind enrolment',
    body: ChallengeBody,
    response: { 200: NewTotp },
  },
  config: { policy: 'public', errors: ['AUTH_SECOND_FACTOR_FAILED'] },
} as const satisfies Endpoint

export const finishTotpAtSignIn = {
  method: 'POST',
  url: '/api/v1/auth/enrolment/totp/confirm',
  schema: {
    summary: 'Keep the authenticator app that a code proves, and end the sign-in',
    body: TotpConfirmation,
    response: { 200: EnrolledAtSignIn },
  },
  config: { policy: 'public', audited: true, errors: signInErrors },
} as const satisfies Endpoint

export const beginPasskeyAtSignIn = {
  method: 'POST',
  url: '/api/v1/auth/enrolment/passkey_options',
  schema: {
    summary: 'What the browser needs to make a passkey, for a challenge of the kind enrolment',
    body: ChallengeBody,
    response: { 200: NewPasskey },
  },
  config: { policy: 'public', errors: ['AUTH_SECOND_FACTOR_FAILED', 'AUTH_PASSKEYS_UNAVAILABLE'] },
} as const satisfies Endpoint

export const finishPasskeyAtSignIn = {
  method: 'POST',
  url: '/api/v1/auth/enrolment/passkey',
  schema: {
    summary: 'Keep a passkey that the browser has made, and end the sign-in',
    body: PasskeyConfirmation,
    response: { 200: EnrolledAtSignIn },
  },
  config: { policy: 'public', audited: true, errors: signInErrors },
} as const satisfies Endpoint

export const getSecondFactors = {
  method: 'GET',
  url: secondFactorsUrl,
  schema: {
    summary: 'The second factors of the actor',
    response: {
      200: z.object({
        /** The oldest first. */
        factors: z.array(SecondFactor),
        recovery_codes_left: z.int(),
        passkey_obstacle: PasskeyObstacle.nullable(),
      }),
    },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const beginTotpEnrolment = {
  method: 'POST',
  url: `${secondFactorsUrl}/totp`,
  schema: { summary: 'A key for an authenticator app', response: { 200: NewTotp } },
  config: { policy: 'signed_in', stepUp: true, errors: ['AUTH_SECOND_FACTOR_TOO_MANY'] },
} as const satisfies Endpoint

/** Of what keeps a factor in a session. */
const enrolmentConfig = {
  policy: 'signed_in',
  stepUp: true,
  audited: true,
  errors: ['AUTH_CONFIRMATION_FAILED', 'AUTH_SECOND_FACTOR_TOO_MANY'],
} as const

export const finishTotpEnrolment = {
  method: 'POST',
  url: `${secondFactorsUrl}/totp/confirm`,
  schema: {
    summary: 'Keep the authenticator app that a code proves; every other session ends',
    body: TotpConfirmation,
    response: { 200: Enrolled },
  },
  config: enrolmentConfig,
} as const satisfies Endpoint

export const beginPasskeyEnrolment = {
  method: 'POST',
  url: `${secondFactorsUrl}/passkey_options`,
  schema: { summary: 'What the browser needs to make a passkey', response: { 200: NewPasskey } },
  config: { policy: 'signed_in', stepUp: true, errors: ['AUTH_PASSKEYS_UNAVAILABLE', 'AUTH_SECOND_FACTOR_TOO_MANY'] },
} as const satisfies Endpoint

export const finishPasskeyEnrolment = {
  method: 'POST',
  url: `${secondFactorsUrl}/passkey`,
  schema: {
    summary: 'Keep a passkey that the browser has made; every other session ends',
    body: PasskeyConfirmation,
    response: { 200: Enrolled },
  },
  config: enrolmentConfig,
} as const satisfies Endpoint

export const renameSecondFactor = {
  method: 'PUT',
  url: `${secondFactorsUrl}/:id`,
  schema: {
    summary: 'Rename one of the own factors',
    params: IdParams,
    body: z.strictObject({ name: FactorName }),
    response: { 200: z.object({ factor: SecondFactor }) },
  },
  config: { policy: 'signed_in', stepUp: true, audited: true, errors: ['AUTH_SECOND_FACTOR_NOT_FOUND'] },
} as const satisfies Endpoint

export const deleteSecondFactor = {
  method: 'DELETE',
  url: `${secondFactorsUrl}/:id`,
  schema: {
    summary: 'Remove one of the own factors, with the last one the recovery codes too; every other session ends',
    params: IdParams,
    response: { 200: Success },
  },
  config: { policy: 'signed_in', stepUp: true, audited: true, errors: ['AUTH_SECOND_FACTOR_NOT_FOUND'] },
} as const satisfies Endpoint

export const replaceRecoveryCodes = {
  method: 'POST',
  url: `${secondFactorsUrl}/recovery_code`,
  schema: {
    summary: 'Ten new recovery codes in the place of all others, shown this once',
    response: { 200: z.object({ recovery_codes: z.array(z.string()) }) },
  },
  config: { policy: 'signed_in', stepUp: true, audited: true, errors: ['AUTH_SECOND_FACTOR_NOT_FOUND'] },
} as const satisfies Endpoint

export const acknowledgeFactorReset = {
  method: 'POST',
  url: `${secondFactorsUrl}/reset_seen`,
  schema: { summary: 'The actor has seen that an administrator removed the own factors', response: { 200: Success } },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

/** `sign_in`: an account without a password and a factor here confirms by signing in again. */
export const StepUpMethod = z.enum(['password', 'totp', 'passkey', 'recovery_code', 'sign_in'])
export type StepUpMethod = z.infer<typeof StepUpMethod>
schemaIds.add(StepUpMethod, { id: 'StepUpMethod' })

export const beginStepUp = {
  method: 'POST',
  url: '/api/v1/auth/step_up/options',
  schema: {
    summary: 'How the actor can confirm its identity; with a factor never by the password',
    response: {
      200: z.object({
        methods: z.array(StepUpMethod),
        /** Where a passkey is one of them. */
        passkey: z.object({ challenge_id: ChallengeId, options: PasskeyRequestOptions }).nullable(),
      }),
    },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const stepUp = {
  method: 'POST',
  url: '/api/v1/auth/step_up',
  schema: {
    summary: 'Confirm the identity for what asks for it, good for ten minutes of this session',
    body: z.union([
      z.strictObject({ password: Password }),
      z.strictObject({ totp: TotpCode }),
      z.strictObject({ recovery_code: RecoveryCode }),
      z.strictObject({ challenge_id: ChallengeId, passkey: PasskeyAssertion }),
    ]),
    response: { 200: Success },
  },
  config: { policy: 'signed_in', audited: true, errors: ['AUTH_CONFIRMATION_FAILED', 'AUTH_SIGN_INS_SLOWED', 'AUTH_THROTTLED'] },
} as const satisfies Endpoint
