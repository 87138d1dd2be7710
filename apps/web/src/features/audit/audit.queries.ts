import { type AuditEvent, exportAudit, queryAudit } from '@heddle/contracts/audit'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { getTenant } from '@heddle/contracts/tenant'
import { queryUsers } from '@heddle/contracts/user'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, sendSignedIn } from '#shared/api/client.ts'
import { saveFile } from '#shared/files/save-file.ts'
import type { TablePage } from '#shared/table/table.ts'

export type AuditFilters = EndpointRequest<typeof exportAudit>['query']

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
  /** The ways to sign in of a tenant, also those that it does not offer. */
  loginMethods: (tenantId: string) =>
    queryOptions({
      queryKey: ['audit', 'login-methods', tenantId],
      queryFn: async ({ signal }) => (await call(getTenant, { params: { id: tenantId }, signal })).tenant.login_methods,
      meta: { silent: true },
    }),
  /** The people to choose from, by what is typed. */
  people: (keyword: string) =>
    queryOptions({
      queryKey: ['audit', 'people', keyword],
      queryFn: async ({ signal }) => (await call(queryUsers, { body: { page_size: 20, ...(keyword && { keyword }) }, signal })).users,
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
}

/** Fetches the events as a CSV, telling how many bytes have come, and gives them to the person as a file. */
export function useExportAudit() {
  const [receivedBytes, setReceivedBytes] = useState(0)
  const download = useMutation({
    mutationFn: async ({ filters, fileName }: { filters: AuditFilters; fileName: string }) => {
      setReceivedBytes(0)
      const { body } = await sendSignedIn(exportAudit, { query: filters }, 'text/csv')
      if (!body) throw new Error('The answer had no body')
      const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          setReceivedBytes((bytes) => bytes + chunk.byteLength)
          controller.enqueue(chunk)
        },
      })
      saveFile(fileName, 'text/csv;charset=utf-8', await new Response(body.pipeThrough(count)).blob())
    },
  })
  return { exportEvents: download.mutate, isExporting: download.isPending, receivedBytes }
}
