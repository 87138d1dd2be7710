import { expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { respond, serve } from '#testing/serve.ts'
import { id } from '#testing/wire.ts'
import { createDatasetPort } from './dataset-port.ts'

const rows = [1, 2].map((number) => ({ id: id(number), revision: 1, cells: { c1: 'x' } }))

function save(goneIds: readonly string[]) {
  storeSession({ access_token: 'token', refresh_token: 'refresh', expires_in: 600 })
  serve(() => respond({ detail: { code: 'DATASET_ROW_NOT_FOUND', message: '', params: { row_ids: goneIds } } }, 404))
  const { saveStep } = createDatasetPort({ datasetId: id(1), version: null, onSaved: () => {} })
  return saveStep?.({ rows, added: [], removed: [] })
}

test('deleted rows of a step are named', async () => {
  expect(await save([id(2), id(9)])).toMatchObject({ status: 'gone', rowIds: [id(2)] })
})

test('deleted rows that a step does not have refuse it', async () => {
  await expect(save([id(9)])).rejects.toMatchObject({ code: 'DATASET_ROW_NOT_FOUND' })
})
