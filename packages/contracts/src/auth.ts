import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { User } from './user.ts'
import { Line } from './wire.ts'

const Password = z.string().min(1).max(limits.passwordCharacters.max)

/** One of the two sign-in names with the password. */
export const LoginBody = z.union([
  z.strictObject({ email: Line.min(1).max(limits.emailCharacters), password: Password }),
  z.strictObject({ account: Line.min(1).max(limits.accountCharacters), password: Password }),
])

const RefreshBody = z.strictObject({ refresh_token: z.string().min(1).max(500) })

export const TokenPair = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  /** Seconds that the access token is valid from when it was made. */
  expires_in: z.int(),
})
export type TokenPair = z.infer<typeof TokenPair>

export const login = {
  method: 'POST',
  url: '/api/v1/auth/login',
  schema: { summary: 'Sign in with email or account, and password', tags: ['auth'], body: LoginBody, response: { 200: TokenPair } },
  config: { policy: 'public' },
} as const satisfies Endpoint

export const refreshToken = {
  method: 'POST',
  url: '/api/v1/auth/refresh_token',
  schema: { summary: 'Exchange a refresh token for a new pair', tags: ['auth'], body: RefreshBody, response: { 200: TokenPair } },
  config: { policy: 'public' },
} as const satisfies Endpoint

export const getMe = {
  method: 'GET',
  url: '/api/v1/auth/me',
  schema: { summary: 'The signed-in user', tags: ['auth'], response: { 200: z.object({ user: User }) } },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const logout = {
  method: 'POST',
  url: '/api/v1/auth/logout',
  schema: {
    summary: 'End the session that a refresh token belongs to; the same answer whether or not there was one',
    tags: ['auth'],
    body: RefreshBody,
    response: { 200: z.object({ success: z.literal(true) }) },
  },
  config: { policy: 'public' },
} as const satisfies Endpoint
