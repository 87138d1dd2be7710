import type { Collection } from '@heddle/contracts/knowledge/collection'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithApp } from '#testing/render.tsx'
import { respond, serve } from '#testing/serve.ts'
import { id } from '#testing/wire.ts'
import { DeleteCollection } from './DeleteCollection.tsx'

const collection: Collection = {
  id: id(1),
  name: { default: 'Standards' },
  description: { default: '' },
  group: { id: id(2), name: { default: 'Laboratory' } },
  access: 'workflow',
  state: 'ready',
  is_paused: false,
  sources: { indexed: 3 },
  chunk_count: 12,
  size: 100,
  copyright: { default: '' },
  allows_preview: true,
  ocr: false,
  rerank_model: null,
  index: { chunk_strategy: 'structure', chunk_tokens: 400, overlap_tokens: 0, embedding_model: null },
  reindex: null,
  revision: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}

test('the question whether to delete a collection names the workflows that search it', async () => {
  localStorage.setItem('access_token', 'token')
  serve(() => respond({ collection, workflows: [{ id: id(3), name: { default: 'Document Q&A' } }] }))
  const { user } = await renderWithApp(<DeleteCollection collection={collection} />)
  await user.click(await screen.findByRole('button', { name: 'Delete collection' }))
  const alert = within(await screen.findByRole('dialog')).findByRole('alert')
  expect(within(await alert).getByRole('link', { name: 'Document Q&A' })).toHaveAttribute('href', `/workflow/${id(3)}`)
})
