import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { NetworkError } from '#shared/api/errors.ts'
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
