import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { ErrorReporting } from './error-reporting.ts'
import { Language } from '../languages.ts'
import { LoginMethod } from '../tenant/login-method.ts'
import { schemaIds } from '../schema-ids.ts'

/** Name of the cookie that `GET /echo` sets, and of the header in which an unsafe call repeats it. */
export const xsrfCookie = 'XSRF-TOKEN'
export const xsrfHeader = 'x-xsrf-token'

export const echo = {
  method: 'GET',
  url: '/echo',
  schema: {
    summary: 'The check whether the service answers; issues the XSRF cookie',
    tags: ['system'],
    response: { 200: z.object({ ok: z.literal(true) }) },
  },
  config: { policy: 'public' },
} as const satisfies Endpoint

export const getHealth = {
  method: 'GET',
  url: '/healthz',
  schema: { summary: 'The process is alive', tags: ['system'], response: { 200: z.object({ ok: z.literal(true) }) } },
  config: { policy: 'public' },
} as const satisfies Endpoint

const Readiness = z.object({ ok: z.boolean(), database: z.boolean() })

export const getReadiness = {
  method: 'GET',
  url: '/readyz',
  schema: {
    summary: 'The process can serve: it reaches the database and is not stopping',
    tags: ['system'],
    response: { 200: Readiness, 503: Readiness },
  },
  config: { policy: 'public' },
} as const satisfies Endpoint

/** Whether what an institute sets up first is there, of its own making. */
export const SetUp = z.object({
  /** A model that is not the demonstration's may answer. */
  model: z.boolean(),
  /** A workflow was published by a user. */
  workflow: z.boolean(),
  /** An assistant was made by a user. */
  assistant: z.boolean(),
  /** A user added a source to a collection. */
  knowledge: z.boolean(),
  /** There is another user than those that the installation began with, the super users and the caller. */
  people: z.boolean(),
  /** There is a rule of usage. */
  limits: z.boolean(),
})
export type SetUp = z.infer<typeof SetUp>

export const getSetUp = {
  method: 'GET',
  url: '/api/v1/system/set-up',
  schema: {
    summary: 'What of the tenant is set up, for its administrators',
    response: { 200: z.object({ set_up: SetUp }) },
  },
  config: { policy: 'administer' },
} as const satisfies Endpoint

export const PublicConfig = z.object({
  product_name: z.string(),
  licensed_by: z.string(),
  version: z.string(),
  languages: z.array(Language),
  default_language: Language,
  primary_color: z.string().nullable(),
  logo: z.string().nullable(),
  /** What the sign-in screen offers, in this order: those of the tenant whose host name was called, else of the first. */
  login_methods: z.array(LoginMethod),
  /** Whether that tenant lets users sign in with a passkey alone, and the address that was called can have passkeys. */
  passkey_login: z.boolean(),
  /** Null where errors of this host are not reported. */
  error_reporting: ErrorReporting.nullable(),
  limits: z.object({
    message_characters: z.int(),
    files_per_upload: z.int(),
    max_file_mb: z.int(),
    requests_per_chat: z.int(),
    low_remaining_requests: z.int(),
    /** Calls of one user; the service refuses more, but for a burst. */
    requests_per_second: z.int(),
  }),
})
export type PublicConfig = z.infer<typeof PublicConfig>
schemaIds.add(PublicConfig, { id: 'PublicConfig' })

export const getConfig = {
  method: 'GET',
  url: '/api/v1/config',
  schema: { summary: 'What the application needs to know before anyone signs in', tags: ['system'], response: { 200: PublicConfig } },
  config: { policy: 'public' },
} as const satisfies Endpoint
