import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderWithApp } from '#testing/render.tsx'
import { ApiError } from '../../api/errors.ts'
import { CrashBoundary } from './CrashBoundary.tsx'

function Part(): never {
  throw new ApiError(500, 'UNKNOWN', '', {}, { requestId: 'd0a7b1de-5bd2-4a3c-8f0e-0c4c6d1a7a11' })
}

test('a part that could not be read shows the id of its request', async () => {
  // React logs what a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await renderWithApp(
    <CrashBoundary>
      <Part />
    </CrashBoundary>,
  )
  expect(screen.getByRole('alert')).toHaveTextContent('Request ID: d0a7b1de-5bd2-4a3c-8f0e-0c4c6d1a7a11')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
})
