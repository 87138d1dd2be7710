import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { LoginKey } from '../tenant/login-method.ts'
import { Permission } from '../permissions.ts'
import { schemaIds } from '../schema-ids.ts'
import { TenantProfile } from '../tenant/tenant-profile.ts'
import { NewPassword, Password, User } from '../user/user-entity.ts'
import { SignInChallenge } from './challenge.ts'
import { boundedRecord, ExactLine, Id, IdParams, PageInfo, PageQuery, Success, Timestamp } from '../wire.ts'

/** One of the two sign-in names with the password. */
export const LoginBody = z.union([
  z.strictObject({ email: ExactLine.min(1).max(limits.emailCharacters), password: Password }),
  z.strictObject({ account: ExactLine.min(1).max(limits.accountCharacters), password: Password }),
])

const RefreshBody = z.strictObject({ refresh_token: z.string().min(1).max(500) })

export const TokenPair = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  /** Seconds that the access token is valid from when it was made. */
  expires_in: z.int(),
})
export type TokenPair = z.infer<typeof TokenPair>
schemaIds.add(TokenPair, { id: 'TokenPair' })

/** The tokens, or what is asked for before there are any. */
export const SignInResult = z.union([TokenPair, z.object({ challenge: SignInChallenge })])
export type SignInResult = z.infer<typeof SignInResult>
schemaIds.add(SignInResult, { id: 'SignInResult' })

export const login = {
  method: 'POST',
  url: '/api/v1/auth/login',
  schema: { summary: 'Sign in with email or account, and password', body: LoginBody, response: { 200: SignInResult } },
  config: {
    policy: 'public',
    audited: true,
    errors: ['AUTH_LOGIN_FAILED', 'AUTH_SIGN_INS_SLOWED', 'AUTH_THROTTLED', 'AUTH_USER_FAILED_TO_UPDATE_LAST_LOGIN'],
  },
} as const satisfies Endpoint

export const refreshToken = {
  method: 'POST',
  url: '/api/v1/auth/refresh_token',
  schema: { summary: 'Exchange a refresh token for a new pair', body: RefreshBody, response: { 200: TokenPair } },
  config: { policy: 'public', audited: 'selected', errors: ['AUTH_TOKEN_INVALID', 'AUTH_SESSION_ENDED'] },
} as const satisfies Endpoint

export const getMe = {
  method: 'GET',
  url: '/api/v1/auth/me',
  schema: {
    summary: 'The signed-in user, the tenant, and what the role may do',
    response: {
      200: z.object({
        user: User,
        tenant: TenantProfile,
        permissions: z.array(Permission),
        /** The tour of the chat page has not been offered to the user. */
        is_tour_due: z.boolean(),
        /** Whether the configuration and the role open the debug views. */
        has_debug_views: z.boolean(),
        second_factor: z.object({
          is_enrolled: z.boolean(),
          /** From when on a sign-in asks the user to set one up, by the tenant's rule; null where it does not. */
          required_from: Timestamp.nullable(),
          /** When an administrator removed the factors, until the user has seen it. */
          reset_at: Timestamp.nullable(),
        }),
        /** Whether the tenant lets the user have temporary chats. */
        may_have_temporary_chats: z.boolean(),
      }),
    },
  },
  config: { policy: 'own_session' },
} as const satisfies Endpoint

export const logout = {
  method: 'POST',
  url: '/api/v1/auth/logout',
  schema: {
    summary: 'End the session that a refresh token belongs to; the same answer whether or not there was one',
    body: RefreshBody,
    response: { 200: Success },
  },
  config: { policy: 'public', audited: true },
} as const satisfies Endpoint

const ProductParams = z.strictObject({ product: LoginKey })

export const externalLogin = {
  method: 'POST',
  url: '/api/v1/auth/:product/login',
  schema: {
    summary: 'Sign in with the id and the password of an external service (type member or ldap)',
    params: ProductParams,
    body: z.strictObject({ mem_id: ExactLine.min(1).max(200), mem_password: Password }),
    response: { 200: SignInResult },
  },
  config: {
    policy: 'public',
    audited: true,
    errors: [
      'AUTH_EXTERNAL_LOGIN_NOT_FOUND',
      'AUTH_EXTERNAL_LOGIN_UNAVAILABLE',
      'AUTH_LOGIN_FAILED',
      'AUTH_SIGN_INS_SLOWED',
      'AUTH_THROTTLED',
      'AUTH_USER_FAILED_TO_UPDATE_LAST_LOGIN',
    ],
  },
} as const satisfies Endpoint

export const beginOidcLogin = {
  method: 'POST',
  url: '/api/v1/auth/:product/authorize',
  schema: {
    summary: 'Begin a sign-in at an OpenID provider: where to send the browser, which gets a cookie that the end has to show',
    params: ProductParams,
    /** Where in the application to go afterwards; a path of it. */
    body: z.strictObject({ next: z.string().max(2_000).optional() }),
    response: { 200: z.object({ authorization_url: z.url() }) },
  },
  config: { policy: 'public', errors: ['AUTH_EXTERNAL_LOGIN_NOT_FOUND', 'AUTH_EXTERNAL_LOGIN_UNAVAILABLE'] },
} as const satisfies Endpoint

export const finishOidcLogin = {
  method: 'POST',
  url: '/api/v1/auth/:product/callback',
  schema: {
    summary: 'End a sign-in at an OpenID provider, with what it added to the address',
    params: ProductParams,
    body: z.strictObject({ parameters: boundedRecord(z.string().max(100), z.string().max(4_000), 50) }),
    response: {
      200: z.union([
        TokenPair.extend({ next: z.string().nullable() }),
        z.object({ challenge: SignInChallenge, next: z.string().nullable() }),
      ]),
    },
  },
  config: {
    policy: 'public',
    audited: true,
    errors: [
      'AUTH_EXTERNAL_LOGIN_NOT_FOUND',
      'AUTH_EXTERNAL_LOGIN_REFUSED',
      'AUTH_EXTERNAL_LOGIN_UNAVAILABLE',
      'AUTH_LOGIN_FAILED',
      'AUTH_USER_FAILED_TO_UPDATE_LAST_LOGIN',
    ],
  },
} as const satisfies Endpoint

export const updatePassword = {
  method: 'POST',
  url: '/api/v1/auth/update_password',
  schema: {
    summary: 'Change the own password; every other session ends',
    body: z.strictObject({ current_password: Password, new_password: NewPassword }),
    response: { 200: Success },
  },
  config: {
    policy: 'own_session',
    audited: true,
    errors: ['AUTH_PASSWORD_FAILED_TO_UPDATE', 'AUTH_SIGN_INS_SLOWED', 'AUTH_THROTTLED', 'AUTH_PASSWORD_TOO_WEAK'],
  },
} as const satisfies Endpoint

export const Session = z.object({
  id: Id,
  is_current: z.boolean(),
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** Key of the external sign-in; null for a password. */
  provider: z.string().nullable(),
  created_at: Timestamp,
  last_used_at: Timestamp,
})
export type Session = z.infer<typeof Session>
schemaIds.add(Session, { id: 'Session' })

export const querySessions = {
  method: 'POST',
  url: '/api/v1/auth/session/query',
  schema: {
    summary: 'Where the actor is signed in, the last used first',
    body: PageQuery,
    response: { 200: PageInfo.extend({ sessions: z.array(Session) }) },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const endSession = {
  method: 'DELETE',
  url: '/api/v1/auth/session/:id',
  schema: {
    summary: 'End one of the own sessions',
    params: IdParams,
    response: { 200: Success },
  },
  config: { policy: 'signed_in', audited: true, errors: ['AUTH_SESSION_NOT_FOUND'] },
} as const satisfies Endpoint
