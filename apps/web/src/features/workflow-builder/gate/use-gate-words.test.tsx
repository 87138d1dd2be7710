import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithApp } from '#testing/render.tsx'
import { useGateWords } from './use-gate-words.ts'

const Share = ({ share }: { share: number }) => useGateWords().formatShare(share)

test('a figure that does not meet a condition is not written as the one that does', async () => {
  await renderWithApp(<Share share={0.896} />)
  expect(await screen.findByText('89.6%')).toBeVisible()
})
