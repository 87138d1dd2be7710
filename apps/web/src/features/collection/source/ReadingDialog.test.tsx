import type { Source } from '@heddle/contracts/collection/source'
import { screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, respond, serve } from '#testing/serve.ts'
import { buildSource } from '#testing/wire.ts'
import { ReadingDialog } from './ReadingDialog.tsx'

const table = buildSource({ kind: 'file', url: null, media_type: 'text/csv', revision: 4, reading: { encoding: 'big5' } })

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

async function show(source: Source) {
  const onClose = vi.fn()
  const app = await renderWithApp(
    <Suspense>
      <ReadingDialog collectionId="c" source={source} onClose={onClose} />
    </Suspense>,
  )
  await screen.findByRole('button', { name: 'Save and read again' })
  return { ...app, onClose }
}

test('what is chosen is saved with the revision that is shown, and what is cleared is found in the file again', async () => {
  const requests = serve(() => respond({ source: { ...table, revision: 5, state: 'queued' } }))
  const { user, onClose } = await show(table)
  expect(screen.getByRole('combobox', { name: 'Encoding' })).toHaveValue('big5')
  await user.click(screen.getByRole('combobox', { name: 'Encoding' }))
  await user.click(await screen.findByRole('option', { name: 'windows-1252' }))
  await user.click(screen.getByRole('combobox', { name: 'Delimiter' }))
  await user.click(await screen.findByRole('option', { name: 'Semicolon ( ; )' }))
  await user.type(screen.getByRole('textbox', { name: 'Header row' }), '2')
  await user.click(screen.getByRole('button', { name: 'Save and read again' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const saved = requests.find(({ method }) => method === 'PUT')
  expect(saved && getPath(saved)).toBe(`/api/v1/knowledge/collection/c/source/${table.id}/reading`)
  expect(await saved?.json()).toEqual({ revision: 4, reading: { encoding: 'windows-1252', delimiter: ';', header_row: 2 } })
})

test('a plain text has only an encoding', async () => {
  await show({ ...table, media_type: 'text/plain' })
  expect(screen.getByRole('combobox', { name: 'Encoding' })).toBeVisible()
  expect(screen.queryByRole('combobox', { name: 'Delimiter' })).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'Header row' })).toBeNull()
})

test('another correction meanwhile is shown beside the own one', async () => {
  const current = { ...table, revision: 5, reading: { encoding: 'shift_jis' } }
  serve(() => respond({ detail: { code: 'REVISION_MISMATCH', message: '', params: { current } } }, 409))
  const { user, onClose } = await show(table)
  await user.click(screen.getByRole('combobox', { name: 'Encoding' }))
  await user.click(await screen.findByRole('option', { name: 'windows-1252' }))
  await user.click(screen.getByRole('button', { name: 'Save and read again' }))
  expect(await screen.findByRole('dialog', { name: 'Someone else has changed this' })).toHaveTextContent('shift_jis')
  expect(onClose).not.toHaveBeenCalled()
})
