// A collection with an administrator who fills it, and what the tests of sources do there over HTTP.
import type { Source, SourceUploadResult } from '@heddle/contracts/collection/source'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { ingestQueue } from '@heddle/db/job-queues'
import { readdir } from 'node:fs/promises'
import { expect } from 'vitest'
import { createFileRemover } from '../../src/platform/files/file-remover.ts'
import { createForm, type FormFile } from '../files/form.ts'
import type { Caller, TestApp } from '../application/test-app.ts'

type Response = Awaited<ReturnType<Caller['get']>>

export function readSource(response: Response) {
  expect(response.statusCode).toBe(200)
  return response.json<{ source: Source }>().source
}

export const readRefusal = (response: Response) => [response.statusCode, response.json().detail.code]

export type SourceScene = Awaited<ReturnType<typeof createSourceScene>>

export async function createSourceScene(api: TestApp) {
  const { id: tenantId } = await createTenant(api.db)
  const { id: collectionId } = await createCollection(api.db, { tenantId })
  const caller = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
  const address = `/api/v1/knowledge/collection/${collectionId}/source`

  const get = async (id: string) => readSource(await caller.get(`${address}/${id}`))
  const paste = (source: object, more: object = {}) => caller.post(address, { source: { kind: 'text', ...source }, ...more })

  function sendFiles(files: readonly FormFile[], search = '') {
    const { headers, payload } = createForm(files)
    return api.app.inject({ method: 'POST', url: `${address}/file${search}`, headers: { ...caller.headers, ...headers }, payload })
  }

  async function upload(files: readonly FormFile[], search = '') {
    const response = await sendFiles(files, search)
    expect([response.statusCode, response.body.slice(0, 300)]).toEqual([200, expect.any(String)])
    return response.json<{ results: SourceUploadResult[] }>().results
  }

  /** The jobs of the collection's sources: which source each is for, and its state. */
  async function listJobs() {
    const { rows } = await api.dependencies.pool.query<{ id: string; sourceId: string; state: string }>(
      `SELECT j.id, j.data->>'sourceId' AS "sourceId", j.state::text FROM pgboss.job j
       WHERE j.name = $1 AND j.data->>'sourceId' IN (SELECT id::text FROM source WHERE collection_id = $2::uuid) ORDER BY j.id`,
      [ingestQueue, collectionId],
    )
    return rows
  }

  const listStored = () => readdir(`${api.dependencies.config.files.dir}/${tenantId}`).catch(() => [])
  const removeDueFiles = () => createFileRemover(api.dependencies)(api.dependencies.stopping)

  return { tenantId, collectionId, caller, address, get, paste, sendFiles, upload, listJobs, listStored, removeDueFiles }
}
