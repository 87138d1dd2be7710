import type { AllowedHost } from '@heddle/contracts/tenant/allowed-host'
import type { Prisma } from '@heddle/db/generated/client'
import { presentTime } from '../../../platform/http/presenting.ts'

export type AllowedHostRow = Prisma.AllowedHostGetPayload<object>

/** The value of a header is never shown. */
export const presentAllowedHost = (row: AllowedHostRow): AllowedHost => ({
  id: row.id,
  host: row.host,
  allows_private: row.allowsPrivate,
  secret_header_name: row.headerName,
  revision: row.revision,
  created_at: presentTime(row.createdAt),
  updated_at: presentTime(row.updatedAt),
})
