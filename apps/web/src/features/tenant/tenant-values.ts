// The values of a tenant's form.
import { ownTenantFields, type Tenant } from '@heddle/contracts/tenant/tenant'

export type TenantValues = ReturnType<typeof toTenantValues>

export const toTenantValues = (tenant: Tenant) => ({
  name: tenant.name,
  hostname: tenant.hostname,
  product_name: tenant.product_name,
  licensed_by: tenant.licensed_by,
  primary_color: tenant.primary_color,
  logo: tenant.logo,
  users_choose_theme: tenant.users_choose_theme,
  languages: tenant.languages,
  default_language: tenant.default_language,
  default_model_id: tenant.default_model_id ?? undefined,
  default_assistant_id: tenant.default_assistant_id,
  hidden_logins: tenant.hidden_logins,
  second_factor_rule: tenant.second_factor_rule,
  second_factor_grace_days: tenant.second_factor_grace_days,
  passkey_login: tenant.passkey_login,
  trusted_factor_logins: tenant.trusted_factor_logins,
  requests_per_chat: tenant.requests_per_chat,
  retention_days: tenant.retention_days,
  admins_override_gate: tenant.admins_override_gate,
  time_zone: tenant.time_zone,
  files_with_any_assistant: tenant.files_with_any_assistant,
  temporary_chats: tenant.temporary_chats,
  temporary_chat_group_ids: tenant.temporary_chat_group_ids,
  revision: tenant.revision,
})

/** Returns what an administrator sends. */
export const omitManaged = <V extends object>(values: V) =>
  Object.fromEntries(Object.entries(values).filter(([field]) => field === 'revision' || ownTenantFields.has(field))) as V
