import { z } from 'zod'
import { Language } from '../languages.ts'
import { schemaIds } from '../schema-ids.ts'
import { Id, LocalizedText } from '../wire.ts'

/** What everyone of the tenant sees of it. */
export const TenantProfile = z.object({
  id: Id,
  name: LocalizedText,
  product_name: z.string(),
  licensed_by: z.string(),
  primary_color: z.string().nullable(),
  logo: z.string().nullable(),
  /** Whether everyone chooses between light and dark, as administrators do. */
  users_choose_theme: z.boolean(),
  languages: z.array(Language),
  default_language: Language,
  /** IANA; the days of usage reports are those of this zone. */
  time_zone: z.string(),
})
export type TenantProfile = z.infer<typeof TenantProfile>
schemaIds.add(TenantProfile, { id: 'TenantProfile' })
