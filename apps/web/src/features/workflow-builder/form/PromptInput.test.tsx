import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderWithApp } from '#testing/render.tsx'
import { refuse, serve } from '#testing/serve.ts'
import { TestStore } from '../test-pane/run/test-store.ts'
import { TestStoreContext } from '../test-pane/run/use-tests.ts'
import { PromptInput } from './PromptInput.tsx'
import type { Variable } from './variables.ts'

const variables: readonly Variable[] = [
  { nodeId: 'search', title: '檢索知識', field: 'passages', label: '段落', type: 'passages' },
  { nodeId: 'rewrite', title: '改寫問題', field: 'text', label: '文字', type: 'text' },
]

function Prompt() {
  const [value, setValue] = useState('')
  return <PromptInput label="Prompt" value={value} variables={variables} error={undefined} maxLength={undefined} onChange={setValue} />
}

async function renderPrompt() {
  serve(() => refuse(404, 'NOT_FOUND'))
  const never = () => {
    throw new Error('Nothing is tested here')
  }
  const store = new TestStore('01890000-0000-7000-8000-000000000002', { run: never, onEnded: never, requestFrame: never })
  const view = await renderWithApp(
    <TestStoreContext value={store}>
      <Prompt />
    </TestStoreContext>,
  )
  return { ...view, field: screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' }) }
}

/** Composes a word as Chromium reports it: the last change is still one of the composition. */
function compose(field: HTMLTextAreaElement, before: string, keys: string, word: string) {
  fireEvent.compositionStart(field)
  for (const text of [before + keys, before + word]) fireEvent.input(field, { target: { value: text }, isComposing: true })
  field.setSelectionRange(field.value.length, field.value.length)
}

test('a composed keyword finds the variables by their titles, and is replaced', async () => {
  const { user, field } = await renderPrompt()
  await user.type(field, 'Use {{{{')
  expect(await screen.findAllByRole('option')).toHaveLength(2)
  compose(field, 'Use {{', 'ㄐㄧㄢ', '檢索')
  fireEvent.compositionEnd(field)
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await user.click(screen.getByRole('option', { name: /檢索知識/ }))
  expect(field).toHaveValue('Use {{search.passages}}')
})

test('a variable that is chosen while a word is still composed replaces it too', async () => {
  const { user, field } = await renderPrompt()
  await user.type(field, '/')
  compose(field, '/', 'ㄍㄞ', '改')
  await user.click(await screen.findByRole('option', { name: /改寫問題/ }))
  expect(field).toHaveValue('{{rewrite.text}}')
})
