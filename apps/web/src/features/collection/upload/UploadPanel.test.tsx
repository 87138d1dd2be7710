import type { SourceUploadResult } from '@heddle/contracts/collection/source'
import { screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { renderWithApp } from '#testing/render.tsx'
import { UploadPanel } from './UploadPanel.tsx'

const skipped: SourceUploadResult = {
  name: 'reports.zip',
  error: { code: 'FILE_ENTRIES_SKIPPED', message: '', params: { count: 2, names: '~$a.docx, ._a.docx' } },
}
const empty: SourceUploadResult = { name: 'b.docx', error: { code: 'FILE_EMPTY', message: '' } }

const show = (refused: SourceUploadResult[]) => {
  const file = new File(['x'], 'reports.zip')
  const upload = { key: 1, file, state: 'failed', sent: 1, error: null, refused } as const
  const actions = { add: () => {}, retry: () => {}, remove: () => {}, dismiss: () => {} }
  return renderWithApp(
    <Suspense>
      <UploadPanel files={{ uploads: [upload], addedSources: 1, endedFiles: 0, rejected: [], isActive: false, ...actions }} />
    </Suspense>,
  )
}

test('what was skipped of a zip is said without the look of an error', async () => {
  await show([skipped])
  expect(await screen.findByText(/^Temporary and system files in the archive were skipped.*: 2 \(~\$a\.docx, \._a\.docx\)\.$/)).toHaveRole(
    'status',
  )
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('listitem')).not.toHaveAttribute('data-bad')
})

test('an error of a zip stands out beside what was skipped', async () => {
  await show([empty, skipped])
  expect(await screen.findByRole('alert')).toHaveTextContent(/^b\.docx: The file is empty\.?$/)
  expect(screen.getByText(/were skipped/)).toHaveRole('status')
})
