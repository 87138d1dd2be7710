import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Language } from '../languages.ts'
import { limits } from '../limits.ts'
import { LoginMethod } from './login-method.ts'
import { createPictureSchema } from '../picture.ts'
import { schemaIds } from '../schema-ids.ts'
import { Account, Email, NewPassword } from '../user/user-entity.ts'
import { Count, Id, IdParams, Line, LocalizedLine, LocalizedName, LocalizedText, PageInfo, PageQuery, Success, Timestamp } from '../wire.ts'

const Color = z
  .string()
  .max(7)
  .regex(/^#[0-9a-f]{6}$/, 'A color is written #rrggbb')

/** Lower case, without a port. */
const Hostname = Line.toLowerCase()
  .max(253)
  .regex(/^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/, 'Not a host name')

/** Why a sign-in at an OpenID provider left memberships as they were: it did not say of which groups the user is. */
export const GroupClaimProblem = z.object({
  claim: z.string(),
  /** No claim or null; neither a list of names nor one name; or a reference to where the groups could be asked for. */
  reason: z.enum(['missing', 'unreadable', 'replaced']),
  at: Timestamp,
})
export type GroupClaimProblem = z.infer<typeof GroupClaimProblem>

const TenantLoginMethod = LoginMethod.extend({
  /** The latest of seven days, as far as the responding process saw one. */
  group_claim_problem: GroupClaimProblem.optional(),
})
export type TenantLoginMethod = z.infer<typeof TenantLoginMethod>

/** Who of a tenant has to have a second factor. */
export const SecondFactorRule = z.enum(['no_one', 'administrators', 'everyone'])
export type SecondFactorRule = z.infer<typeof SecondFactorRule>
schemaIds.add(SecondFactorRule, { id: 'SecondFactorRule' })

/** Who of a tenant may have temporary chats: all, no one, or the members of some groups. */
export const TemporaryChats = z.enum(['allowed', 'forbidden', 'groups'])
export type TemporaryChats = z.infer<typeof TemporaryChats>

const OwnText = Line.min(1).max(limits.nameCharacters)

export const Tenant = z.object({
  id: Id,
  name: LocalizedText,
  hostname: z.string().nullable(),
  /** Null where the installation's own is shown. */
  product_name: z.string().nullable(),
  licensed_by: z.string().nullable(),
  primary_color: z.string().nullable(),
  logo: z.string().nullable(),
  /** Whether everyone chooses between light and dark, as administrators do; the others follow their system. */
  users_choose_theme: z.boolean(),
  languages: z.array(Language),
  default_language: Language,
  models: z.array(z.object({ id: Id, name: z.string() })),
  default_model_id: Id.nullable(),
  /** The public ones, up to limits.namedAssistants. */
  assistants: z.array(z.object({ id: Id, name: LocalizedText })),
  /** The one that a first question goes to from the home page. */
  default_assistant_id: Id.nullable(),
  /** Every way to sign in that the tenant has, also those that it hides. */
  login_methods: z.array(TenantLoginMethod),
  hidden_logins: z.array(z.string()),
  second_factor_rule: SecondFactorRule,
  /** Days from the rule, or from the making of a later account, until a sign-in asks to set one up. */
  second_factor_grace_days: z.int(),
  /** Whether accounts with a password here may sign in with a passkey alone. */
  passkey_login: z.boolean(),
  /** Keys of the OpenID sign-ins whose own second factor counts, where the provider says that there was one (`amr`, `acr`). */
  trusted_factor_logins: z.array(z.string()),
  requests_per_chat: z.int(),
  retention_days: z.int(),
  /** Whether its administrators may publish a workflow that does not meet its conditions. */
  admins_override_gate: z.boolean(),
  /** IANA; the days of usage reports are those of this zone. */
  time_zone: z.string(),
  /** Up to limits.namedGroups. */
  groups: z.array(z.object({ id: Id, name: LocalizedText })),
  /** Whether assistants whose workflow has no step for files are given them all the same, unless its author says no. */
  files_with_any_assistant: z.boolean(),
  temporary_chats: TemporaryChats,
  /** Whose members may have temporary chats where that is by group. */
  temporary_chat_group_ids: z.array(Id),
  user_count: Count,
  group_count: Count,
  revision: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
  /** `manage`: may change more than `ownTenantFields`. */
  abilities: z.object({ manage: z.boolean(), delete: z.boolean() }),
})
export type Tenant = z.infer<typeof Tenant>
schemaIds.add(Tenant, { id: 'Tenant' })

const TenantChange = z.strictObject({
  name: LocalizedName.optional(),
  hostname: Hostname.nullable().optional(),
  product_name: OwnText.nullable().optional(),
  licensed_by: OwnText.nullable().optional(),
  primary_color: Color.nullable().optional(),
  logo: createPictureSchema(limits.logoCharacters).nullable().optional(),
  users_choose_theme: z.boolean().optional(),
  languages: z.array(Language).min(1).max(5).optional(),
  default_language: Language.optional(),
  default_model_id: Id.optional(),
  default_assistant_id: Id.nullable().optional(),
  hidden_logins: z.array(z.string().min(1).max(32)).max(50).optional(),
  second_factor_rule: SecondFactorRule.optional(),
  second_factor_grace_days: z.int().min(0).max(limits.factorGraceDays).optional(),
  passkey_login: z.boolean().optional(),
  trusted_factor_logins: z.array(z.string().min(1).max(32)).max(50).optional(),
  requests_per_chat: z.int().min(1).max(10_000).optional(),
  retention_days: z.int().min(0).max(limits.retentionDays).optional(),
  admins_override_gate: z.boolean().optional(),
  time_zone: Line.min(1).max(64).optional(),
  files_with_any_assistant: z.boolean().optional(),
  temporary_chats: TemporaryChats.optional(),
  temporary_chat_group_ids: z.array(Id).max(limits.temporaryChatGroups).optional(),
})

const ownFields = [
  'name',
  'product_name',
  'licensed_by',
  'primary_color',
  'logo',
  'users_choose_theme',
  'languages',
  'default_language',
  'default_model_id',
  'default_assistant_id',
  'time_zone',
  'files_with_any_assistant',
  'temporary_chats',
  'temporary_chat_group_ids',
] as const satisfies readonly (keyof z.infer<typeof TenantChange>)[]

/**
 * What an administrator changes of the own tenant, as it touches no one else. Only a super user changes the rest, by which others of the
 * installation are shown something, people sign in, and chats are used up or deleted.
 */
export const ownTenantFields: ReadonlySet<string> = new Set(ownFields)

const TenantResponse = z.object({ tenant: Tenant })

export const queryTenants = {
  method: 'POST',
  url: '/api/v1/tenant/query',
  schema: {
    summary: 'The tenants of the installation; an administrator finds the own one',
    body: PageQuery.extend({ keyword: Line.max(200).optional() }),
    response: { 200: PageInfo.extend({ tenants: z.array(Tenant) }) },
  },
  config: { policy: 'read_tenant' },
} as const satisfies Endpoint

export const createTenant = {
  method: 'POST',
  url: '/api/v1/tenant',
  schema: {
    summary: 'Create a tenant with its first super user, who has to change the password at the first sign-in',
    body: z.strictObject({
      tenant: TenantChange.omit({ default_model_id: true, default_assistant_id: true, temporary_chat_group_ids: true }).extend({
        name: LocalizedName,
      }),
      administrator: z.strictObject({
        name: LocalizedLine.optional(),
        email: Email,
        account: Account.nullish(),
        password: NewPassword,
      }),
    }),
    response: { 200: TenantResponse },
  },
  config: {
    policy: 'manage_tenants',
    stepUp: true,
    audited: true,
    errors: [
      'AUTH_TENANT_FAILED_TO_CREATE',
      'AUTH_EMAIL_EXISTS',
      'AUTH_ACCOUNT_EXISTS',
      'AUTH_USER_FAILED_TO_CREATE',
      'AUTH_PASSWORD_TOO_WEAK',
    ],
  },
} as const satisfies Endpoint

export const getTenant = {
  method: 'GET',
  url: '/api/v1/tenant/:id',
  schema: { summary: 'One tenant', params: IdParams, response: { 200: TenantResponse } },
  config: { policy: 'read_tenant', errors: ['AUTH_TENANT_NOT_FOUND'] },
} as const satisfies Endpoint

export const updateTenant = {
  method: 'PUT',
  url: '/api/v1/tenant/:id',
  schema: {
    summary: 'Change a tenant; an administrator the own one, without its host name, sign-ins, limits and retention',
    params: IdParams,
    body: z.strictObject({ tenant: TenantChange.extend({ revision: z.int() }) }),
    response: { 200: TenantResponse },
  },
  config: {
    policy: 'read_tenant',
    stepUp: true,
    audited: true,
    errors: ['AUTH_TENANT_NOT_FOUND', 'AUTH_TENANT_FAILED_TO_UPDATE', 'REVISION_MISMATCH'],
  },
} as const satisfies Endpoint

export const deleteTenant = {
  method: 'DELETE',
  url: '/api/v1/tenant/:id',
  schema: {
    summary: 'Delete a tenant that is no longer in use; never the own one',
    params: IdParams,
    response: { 200: Success },
  },
  config: { policy: 'manage_tenants', stepUp: true, audited: true, errors: ['AUTH_TENANT_NOT_FOUND', 'AUTH_TENANT_FAILED_TO_DELETE'] },
} as const satisfies Endpoint
