import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { NetworkError } from '#shared/api/errors.ts'
import { renderWithApp } from '#testing/render.tsx'
import { CrashPage } from './CrashPage.tsx'

test('a crash offers to reload and a way home, and names what failed', async () => {
  await renderWithApp(<CrashPage error={new Error('x is not a function')} />)
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeInTheDocument()
  expect(screen.getByText('x is not a function')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
})

test('a page that could not be loaded without the service says so', async () => {
  await renderWithApp(<CrashPage error={new NetworkError('The service did not answer')} />)
  expect(screen.getByText('You are disconnected from the service')).toBeInTheDocument()
})
