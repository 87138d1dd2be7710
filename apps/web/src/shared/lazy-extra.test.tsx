import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { lazyExtra } from './lazy-extra.ts'

test('a part that cannot be loaded leaves the page as it is', async () => {
  const Missing = lazyExtra<{ name: string }>(() => Promise.reject(new Error('Failed to fetch')))
  const Loaded = lazyExtra<{ name: string }>(async () => ({ name }) => <p>{name}</p>)
  render(
    <Suspense fallback="Loading">
      <h1>Page</h1>
      <Missing name="Missing" />
      <Loaded name="Loaded" />
    </Suspense>,
  )
  expect(await screen.findByText('Loaded')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Page' })).toBeVisible()
  expect(screen.queryByText('Missing')).toBeNull()
})
