import type { ToldContext } from '@heddle/contracts/message/told'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { respond, serve } from '#testing/serve.ts'
import { id } from '#testing/wire.ts'
import { ToldView } from './ToldView.tsx'

const nothing: ToldContext = {
  person: null,
  folders: [],
  history_count: 0,
  earlier_count: 0,
  image_count: 0,
  files: [],
  passage_count: 0,
  files_cut: null,
}

async function show(told: ToldContext | null) {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  serve(() => respond({ told }))
  await renderWithApp(<ToldView chatId={id(1)} messageId={id(2)} />)
}

const findPart = async (name: string) => within((await screen.findByRole('heading', { level: 3, name })).closest('section') as HTMLElement)

test('shows the instructions as they went along, and how much of all else did', async () => {
  await show({
    ...nothing,
    person: { about_me: 'I run a mill.', how_to_answer: '', is_cut: false },
    folders: [{ name: 'Trials', instructions: 'Give SI units.', is_cut: true }],
    history_count: 2,
    earlier_count: 6,
    image_count: 1,
    files: [{ name: 'hemp.txt', passage_count: 3 }],
    files_cut: { used_tokens: 1_000, total_tokens: 5_000 },
    passage_count: 4,
  })
  const instructions = await findPart('Instructions')
  expect(instructions.getByText('I run a mill.')).toBeInTheDocument()
  expect(instructions.getByText('Folder “Trials”')).toBeInTheDocument()
  expect(instructions.queryByText('How to answer')).toBeNull()
  expect(instructions.getByText('Shortened, as it was too long for the model.')).toBeInTheDocument()
  expect((await findPart('Earlier messages')).getByText('2 of 6')).toBeInTheDocument()
  const files = await findPart('Files')
  for (const text of ['hemp.txt', '3 passages', '1 image', 'The files were too long. Only 1,000 of 5,000 tokens were read.'])
    expect(files.getByText(text)).toBeInTheDocument()
  expect((await findPart('Passages found')).getByText('4 passages')).toBeInTheDocument()
})

test('says when nothing went along', async () => {
  await show(nothing)
  expect((await findPart('Instructions')).getByText('None')).toBeInTheDocument()
})

test('says when nothing was kept of a reply', async () => {
  await show(null)
  expect(await screen.findByText('Nothing was kept of this reply')).toBeInTheDocument()
})
