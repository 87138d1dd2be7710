import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithApp } from '#testing/render.tsx'
import { respond, serve } from '#testing/serve.ts'
import { buildCollection, id } from '#testing/wire.ts'
import { DeleteCollection } from './DeleteCollection.tsx'

const collection = buildCollection()

test('the question whether to delete a collection names the workflows that search it', async () => {
  localStorage.setItem('access_token', 'token')
  serve(() => respond({ collection, workflows: [{ id: id(3), name: { default: 'Document Q&A' } }] }))
  const { user } = await renderWithApp(<DeleteCollection collection={collection} />)
  await user.click(await screen.findByRole('button', { name: 'Delete collection' }))
  const alert = within(await screen.findByRole('dialog')).findByRole('alert')
  expect(within(await alert).getByRole('link', { name: 'Document Q&A' })).toHaveAttribute('href', `/workflow/${id(3)}`)
})
