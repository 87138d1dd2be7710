import type { Tenant, TenantLoginMethod } from '@heddle/contracts/tenant/tenant'
import type { TenantProfile } from '@heddle/contracts/tenant/tenant-profile'
import type { Actor } from '../../platform/permissions/actor.ts'
import { canDeleteTenant, canManageTenant } from '../../platform/permissions/tenant.permissions.ts'
import { presentText, presentTime } from '../../platform/http/presenting.ts'
import type { TenantRow, WholeTenantRow } from './tenant.repository.ts'

/** What is shown where a tenant has nothing of its own. */
export type InstallationBrand = { readonly productName: string; readonly licensedBy: string }

export const presentTenantProfile = (tenant: TenantRow, installation: InstallationBrand): TenantProfile => ({
  id: tenant.id,
  name: presentText(tenant.name),
  product_name: tenant.productName ?? installation.productName,
  licensed_by: tenant.licensedBy ?? installation.licensedBy,
  primary_color: tenant.primaryColor,
  logo: tenant.logo,
  users_choose_theme: tenant.usersChooseTheme,
  languages: tenant.languages,
  default_language: tenant.defaultLanguage,
  time_zone: tenant.timeZone,
})

/** The groups whose members may have temporary chats, as far as they are there. */
export const listTemporaryChatGroups = ({ groups, temporaryChatGroupIds }: WholeTenantRow) =>
  groups.filter(({ id }) => temporaryChatGroupIds.includes(id))

export const presentTenant = (actor: Actor, tenant: WholeTenantRow, loginMethods: readonly TenantLoginMethod[]): Tenant => ({
  id: tenant.id,
  name: presentText(tenant.name),
  hostname: tenant.hostname,
  product_name: tenant.productName,
  licensed_by: tenant.licensedBy,
  primary_color: tenant.primaryColor,
  logo: tenant.logo,
  users_choose_theme: tenant.usersChooseTheme,
  languages: tenant.languages,
  default_language: tenant.defaultLanguage,
  models: tenant.models.map(({ id, name }) => ({ id, name })),
  default_model_id: tenant.models.find(({ isDefault }) => isDefault)?.id ?? null,
  assistants: tenant.assistants.map(({ id, name }) => ({ id, name: presentText(name) })),
  default_assistant_id: tenant.defaultAssistantId,
  login_methods: [...loginMethods],
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
  groups: tenant.groups.map(({ id, name }) => ({ id, name: presentText(name) })),
  temporary_chat_group_ids: listTemporaryChatGroups(tenant).map(({ id }) => id),
  user_count: tenant._count.users,
  group_count: tenant._count.groups,
  revision: tenant.revision,
  created_at: presentTime(tenant.createdAt),
  updated_at: presentTime(tenant.updatedAt),
  abilities: { manage: canManageTenant(actor, tenant), delete: canDeleteTenant(actor, tenant) },
})
