import type { TenantProfile } from '@heddle/contracts/tenant-profile'
import { presentText } from '../../presenting.ts'
import type { TenantRow } from './tenant.repository.ts'

/** What is shown where a tenant has nothing of its own. */
export type InstallationBrand = { readonly productName: string; readonly licensedBy: string }

export const presentTenantProfile = (tenant: TenantRow, installation: InstallationBrand): TenantProfile => ({
  id: tenant.id,
  name: presentText(tenant.name),
  product_name: tenant.productName ?? installation.productName,
  licensed_by: tenant.licensedBy ?? installation.licensedBy,
  primary_color: tenant.primaryColor,
  logo: tenant.logo,
  languages: tenant.languages,
  default_language: tenant.defaultLanguage,
})
