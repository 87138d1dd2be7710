import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithApp } from '#shared/testing/render.tsx'
import { answer, serve } from '#shared/testing/serve.ts'
import { useAttachments } from './use-attachments.ts'

const file = (name: string) => new File(['x'], name, { type: name.endsWith('.txt') ? 'text/plain' : '' })

function Chosen() {
  const { attachments, selection, add } = useAttachments({ scope: 'draft.chosen', chat: null, acceptsFiles: true })
  const choose = (...names: string[]) => (
    <button type="button" onClick={() => add(names.map(file))}>
      {`choose ${names.join(' ')}`}
    </button>
  )
  return (
    <>
      {choose('a.txt', 'b.txt', 'c.txt')}
      {choose('d.exe')}
      {choose('e.txt', 'f.exe')}
      <output aria-label="kept">{attachments.map(({ file: { name } }) => name).join(' ')}</output>
      <output aria-label="rejected">{selection?.rejected.map(({ name }) => name).join(' ')}</output>
    </>
  )
}

test('without room, what is chosen replaces what was there, but nothing gives way to what is not taken', async () => {
  serve(() => answer({}, 404))
  const { user } = await renderWithApp(<Chosen />)
  const choose = (names: string) => user.click(screen.getByRole('button', { name: `choose ${names}` }))
  await choose('a.txt b.txt c.txt')
  await choose('d.exe')
  expect(screen.getByLabelText('kept')).toHaveTextContent('a.txt b.txt c.txt')
  expect(screen.getByLabelText('rejected')).toHaveTextContent('d.exe')
  await choose('e.txt f.exe')
  expect(screen.getByLabelText('kept')).toHaveTextContent(/^e\.txt$/)
})
