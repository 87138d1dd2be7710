import { type AuditEvent, type exportAudit, queryAudit } from '@heddle/contracts/audit/audit'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { getTenant } from '@heddle/contracts/tenant/tenant'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import type { TablePage } from '#shared/table/table.ts'

export type AuditSelection = EndpointRequest<typeof exportAudit>['query']

export const auditQueries = {
  list: (asked: EndpointRequest<typeof queryAudit>['body']) =>
    queryOptions({
      queryKey: ['audit', 'list', asked],
      queryFn: async ({ signal }): Promise<TablePage<AuditEvent>> => {
        const { events, ...page } = await call(queryAudit, { body: asked, signal })
        return { rows: events, ...page }
      },
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
  /** The sign-in methods of a tenant, including those that it hides. */
  loginMethods: (tenantId: string) =>
    queryOptions({
      queryKey: ['audit', 'login-methods', tenantId],
      queryFn: async ({ signal }) => (await call(getTenant, { params: { id: tenantId }, signal })).tenant.login_methods,
      meta: { silent: true },
    }),
}
