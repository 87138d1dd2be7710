import { type createTenant, ownTenantFields, type queryTenants, type updateTenant } from '@heddle/contracts/tenant/tenant'
import type { FieldError } from '@heddle/contracts/errors'
import { defaultLanguage, languages as allLanguages } from '@heddle/contracts/languages'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import type { Pool } from 'pg'
import { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import { findTimeZone } from '../../platform/database/time-zone.sql.ts'
import { findViolatedConstraint } from '../../platform/database/violated-constraint.ts'
import { hashPassword } from '@heddle/security/password'
import { refuseWeakPassword } from '../../platform/security/weak-password.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import { canDeleteTenant, canManageTenant } from '../../platform/permissions/tenant.permissions.ts'
import type { Paging } from '../../platform/http/paging.ts'
import { type AuditService, digestPicture } from '../audit/audit.service.ts'
import type { UserService } from '../user/user.service.ts'
import { type LoginTenant, offered, ownLoginMethods } from './login-methods.ts'
import type { LoginMethods } from './login-methods.service.ts'
import { insertStarter } from './starter.ts'
import { listTemporaryChatGroups, presentTenant } from './tenant.presenter.ts'
import type { TenantChange, TenantRepository, TenantRow, WholeTenantRow } from './tenant.repository.ts'
import { findSettingsErrors } from './tenant.rules.ts'

type TenantDependencies = {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly tenants: TenantRepository
  readonly paging: Paging
  readonly audit: AuditService
  readonly loginMethods: LoginMethods
  readonly users: Pick<UserService, 'insertUser'>
  readonly now: () => Date
}

type NewTenant = z.output<typeof createTenant.schema.body>
type TenantUpdate = z.output<typeof updateTenant.schema.body>['tenant']

const noNames = { hiddenLogins: [], trustedFactorLogins: [] }

type FailedWrite = 'AUTH_TENANT_FAILED_TO_CREATE' | 'AUTH_TENANT_FAILED_TO_UPDATE'

const createRefusal = (code: FailedWrite, fields: readonly FieldError[], cause?: unknown) =>
  new AppError(code, { params: { fields }, cause })

/** Of the fields on the wire those that are given, as columns. */
function toColumns(given: Omit<TenantUpdate, 'revision' | 'default_model_id'>): TenantChange {
  const columns = {
    name: given.name,
    hostname: given.hostname,
    productName: given.product_name,
    licensedBy: given.licensed_by,
    primaryColor: given.primary_color,
    logo: given.logo,
    usersChooseTheme: given.users_choose_theme,
    languages: given.languages,
    defaultLanguage: given.default_language,
    hiddenLogins: given.hidden_logins,
    secondFactorRule: given.second_factor_rule,
    secondFactorGraceDays: given.second_factor_grace_days,
    passkeyLogin: given.passkey_login,
    trustedFactorLogins: given.trusted_factor_logins,
    requestsPerChat: given.requests_per_chat,
    retentionDays: given.retention_days,
    adminsOverrideGate: given.admins_override_gate,
    timeZone: given.time_zone,
    filesWithAnyAssistant: given.files_with_any_assistant,
    temporaryChats: given.temporary_chats,
    temporaryChatGroupIds: given.temporary_chat_group_ids,
    defaultAssistantId: given.default_assistant_id,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/** Whether the rule changes, with which the days of grace begin. */
const isNewRule = (given: Pick<TenantUpdate, 'second_factor_rule'>, before: TenantRow) =>
  given.second_factor_rule !== undefined && given.second_factor_rule !== before.secondFactorRule

const auditedFields = (tenant: WholeTenantRow) => ({
  name: tenant.name as Prisma.InputJsonValue,
  hostname: tenant.hostname,
  product_name: tenant.productName,
  licensed_by: tenant.licensedBy,
  primary_color: tenant.primaryColor,
  logo: digestPicture(tenant.logo),
  users_choose_theme: tenant.usersChooseTheme,
  languages: tenant.languages,
  default_language: tenant.defaultLanguage,
  default_model: tenant.models.find(({ isDefault }) => isDefault)?.name ?? null,
  default_assistant: tenant.defaultAssistant && {
    id: tenant.defaultAssistant.id,
    name: tenant.defaultAssistant.name as Prisma.InputJsonValue,
  },
  hidden_logins: tenant.hiddenLogins,
  second_factor_rule: tenant.secondFactorRule,
  second_factor_grace_days: tenant.secondFactorGraceDays,
  passkey_login: tenant.passkeyLogin,
  trusted_factor_logins: tenant.trustedFactorLogins,
  requests_per_chat: tenant.requestsPerChat,
  retention_days: tenant.retentionDays,
  admins_override_gate: tenant.adminsOverrideGate,
  time_zone: tenant.timeZone,
  files_with_any_assistant: tenant.filesWithAnyAssistant,
  temporary_chats: tenant.temporaryChats,
  temporary_chat_groups: listTemporaryChatGroups(tenant).map(({ id, name }) => ({ id, name: name as Prisma.InputJsonValue })),
})

const toTarget = ({ id, name }: TenantRow) => ({ type: 'tenant', id, name: name as Prisma.InputJsonValue }) as const

const refuseUpdate = (field: string, message: string) =>
  createRefusal('AUTH_TENANT_FAILED_TO_UPDATE', [{ path: `body/tenant/${field}`, message }])

export type TenantService = ReturnType<typeof createTenantService>

export function createTenantService({ db, pool, tenants, paging, audit, loginMethods, users, now }: TenantDependencies) {
  const list = paging.defineList({
    name: 'tenants',
    filters: z.object({ keyword: z.string().optional() }),
    key: z.object({ name: z.string(), id: z.string() }),
    defaultSize: limits.chatPageSize,
  })

  async function getTenant(actor: Actor, id: string, on?: Queryable): Promise<WholeTenantRow> {
    const tenant = await tenants.findReadable(actor, id, on)
    if (!tenant) throw new AppError('AUTH_TENANT_NOT_FOUND')
    return tenant
  }

  /** Says at the field when another tenant has the host name. */
  const refuseTaken = (code: FailedWrite) => (cause: unknown) => {
    if (findViolatedConstraint(cause) !== 'tenant_hostname_key') throw cause
    throw createRefusal(code, [{ path: 'body/tenant/hostname', message: 'Another tenant has this host name' }], cause)
  }

  /** The database's name of the zone that is given; undefined when none is. */
  async function requireTimeZone(code: FailedWrite, name: string | undefined): Promise<string | undefined> {
    if (name === undefined) return undefined
    const timeZone = await findTimeZone(pool, name)
    if (timeZone === null) throw createRefusal(code, [{ path: 'body/tenant/time_zone', message: 'No time zone' }])
    return timeZone
  }

  return {
    getTenant,

    getOwnTenant: (actor: Actor) => tenants.get(actor.tenantId),

    /** Whose application is opened at a host name, before anyone signs in; null before there is a tenant. */
    findByHostname: (hostname: string) => tenants.findByHostname(hostname),

    listLoginMethods: (tenant: LoginTenant) => loginMethods.listLoginMethods(tenant),

    /** What the sign-in screen of a tenant offers; without one, of the installation. */
    offeredLogins: async (tenant: TenantRow | null) =>
      tenant ? offered(await loginMethods.listLoginMethods(tenant), tenant.hiddenLogins) : ownLoginMethods,

    async queryTenants(actor: Actor, { keyword, ...request }: z.output<typeof queryTenants.schema.body>) {
      const page = list.read(request, { keyword })
      const found = await tenants.findPage(actor, { keyword: page.filters.keyword, after: page.after, take: page.size + 1 })
      const { rows, nextPageToken } = list.cut(page, found, ({ key }) => key)
      return { rows: rows.map(({ tenant }) => tenant), nextPageToken }
    },

    /** The new tenant offers the models that the actor's does. */
    async createTenant(actor: Actor, { tenant: given, administrator }: NewTenant): Promise<WholeTenantRow> {
      const languages = given.languages ?? [...allLanguages]
      const settings = {
        languages,
        defaultLanguage:
          given.default_language ?? (languages.includes(defaultLanguage) ? defaultLanguage : (languages[0] ?? defaultLanguage)),
        hiddenLogins: given.hidden_logins ?? [],
        trustedFactorLogins: given.trusted_factor_logins ?? [],
      }
      const errors = findSettingsErrors(
        settings,
        await loginMethods.listLoginMethods({ id: null, hostname: given.hostname ?? null }),
        noNames,
      )
      if (errors.length > 0) throw createRefusal('AUTH_TENANT_FAILED_TO_CREATE', errors)
      const { name, email, account = null, password } = administrator
      refuseWeakPassword(password, administrator)
      const timeZone = await requireTimeZone('AUTH_TENANT_FAILED_TO_CREATE', given.time_zone)
      const passwordHash = await hashPassword(password)
      return db
        .$transaction(async (tx) => {
          const columns = toColumns({ ...given, time_zone: timeZone }) as Prisma.TenantUncheckedCreateInput
          const { id } = await tenants.create(tx, { ...columns, ...settings })
          await tenants.copyModels(tx, actor.tenantId, id)
          const { groupId } = await insertStarter(tx, id)
          await users.insertUser(tx, {
            tenantId: id,
            name: name ?? { default: '' },
            email,
            account,
            role: 'S',
            passwordHash,
            mustChangePassword: true,
            memberships: [{ groupId, role: 'O' }],
          })
          const tenant = await getTenant(actor, id, tx)
          await audit.record(tx, actor, {
            action: 'createTenant',
            target: toTarget(tenant),
            after: { ...auditedFields(tenant), administrator: { email, account } },
          })
          return tenant
        })
        .catch(refuseTaken('AUTH_TENANT_FAILED_TO_CREATE'))
    },

    async updateTenant(actor: Actor, id: string, { revision, default_model_id: modelId, ...given }: TenantUpdate): Promise<WholeTenantRow> {
      const { hostname } = await getTenant(actor, id)
      // A host name that is given decides, too, which external sign-ins there are.
      const methods = await loginMethods.listLoginMethods({ id, hostname: given.hostname === undefined ? hostname : given.hostname })
      const timeZone = await requireTimeZone('AUTH_TENANT_FAILED_TO_UPDATE', given.time_zone)
      return db
        .$transaction(async (tx) => {
          const before = await getTenant(actor, id, tx)
          const isManaged = Object.keys(given).some((field) => !ownTenantFields.has(field))
          if (isManaged && !canManageTenant(actor, before)) throw new AppError('FORBIDDEN')
          const { default_assistant_id: assistantId } = given
          if (typeof assistantId === 'string' && !(await tenants.isPublicAssistant(tx, id, assistantId)))
            throw refuseUpdate('default_assistant_id', 'Not a public assistant of this tenant')
          if (given.temporary_chat_group_ids && !(await tenants.areGroups(tx, id, given.temporary_chat_group_ids)))
            throw refuseUpdate('temporary_chat_group_ids', 'Not groups of this tenant')
          const change = { ...toColumns({ ...given, time_zone: timeZone }), ...(isNewRule(given, before) && { secondFactorSince: now() }) }
          const isUpdated = before.revision === revision && (await tenants.update(tx, id, revision, change))
          const after = await getTenant(actor, id, tx)
          if (!isUpdated) throw new AppError('REVISION_MISMATCH', { params: { current: presentTenant(actor, after, methods) } })
          const errors = findSettingsErrors(after, methods, before)
          if (errors.length > 0) throw createRefusal('AUTH_TENANT_FAILED_TO_UPDATE', errors)
          if (modelId !== undefined && !(await tenants.setDefaultModel(tx, id, modelId)))
            throw refuseUpdate('default_model_id', 'Not one of the models of this tenant')
          const updated = modelId === undefined ? after : await getTenant(actor, id, tx)
          await audit.record(tx, actor, {
            action: 'updateTenant',
            target: toTarget(updated),
            before: auditedFields(before),
            after: auditedFields(updated),
          })
          return updated
        })
        .catch(refuseTaken('AUTH_TENANT_FAILED_TO_UPDATE'))
    },

    async deleteTenant(actor: Actor, id: string) {
      await db
        .$transaction(
          async (tx) => {
            await tenants.lock(tx, id)
            const tenant = await getTenant(actor, id, tx)
            if (!canDeleteTenant(actor, tenant)) throw new AppError('FORBIDDEN')
            const uses = await tenants.countUses(tx, id)
            if (Object.values(uses).some((count) => count > 0)) throw new AppError('AUTH_TENANT_FAILED_TO_DELETE', { params: uses })
            await tenants.deleteWhole(tx, id)
            await audit.record(tx, actor, { action: 'deleteTenant', target: toTarget(tenant), before: auditedFields(tenant) })
          },
          { timeout: 60_000 },
        )
        .catch((cause: unknown) => {
          // Something else of the product refers to the tenant.
          if (findViolatedConstraint(cause) === undefined) throw cause
          throw new AppError('AUTH_TENANT_FAILED_TO_DELETE', { cause })
        })
    },
  }
}
