import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '#shared/api/errors.ts'
import { renderWithApp } from '#testing/render.tsx'
import { CrashPage } from './CrashPage.tsx'

test('offers to reload and a link home, and names the failure', async () => {
  await renderWithApp(<CrashPage error={new Error('x is not a function')} />)
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeInTheDocument()
  expect(screen.getByText('x is not a function')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
})

test('explains that the page could not be loaded when the service is unreachable', async () => {
  await renderWithApp(<CrashPage error={new NetworkError('The service did not answer')} />)
  expect(screen.getByText('You are disconnected from the service')).toBeInTheDocument()
})

test('shows the id of the failed request, to be copied', async () => {
  const id = 'd0a7b1de-5bd2-4a3c-8f0e-0c4c6d1a7a11'
  const { user } = await renderWithApp(<CrashPage error={new ApiError(500, 'UNKNOWN', '', {}, { requestId: id })} />)
  expect(screen.getByText(id)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Copy request ID' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeInTheDocument()
  expect(await navigator.clipboard.readText()).toBe(id)
})
