import { fireEvent, screen } from '@testing-library/react'
import { type ComponentProps, Suspense } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { renderWithApp } from '#shared/testing/render.tsx'
import { answer, serve } from '#shared/testing/serve.ts'
import { draftStore, writeDraft } from '../draft/drafts.ts'
import { Composer } from './Composer.tsx'

let chats = 0

async function renderComposer(given: Partial<ComponentProps<typeof Composer>> = {}) {
  serve(() => answer({}, 404))
  const scope = given.scope ?? `draft.test.${chats++}`
  const onSend = vi.fn()
  const onStop = vi.fn()
  const props = { scope, blockedReason: null, isGenerating: false, isStopping: false, onSend, onStop, ...given }
  const { user } = await renderWithApp(
    <Suspense>
      <Composer {...props} />
    </Suspense>,
  )
  return { user, scope, onSend, onStop, field: await screen.findByRole('textbox', { name: 'Your message' }) }
}

describe('the composer', () => {
  test('sends with Enter, and breaks the line with Shift and Enter', async () => {
    const { user, field, onSend } = await renderComposer()
    await user.type(field, 'one{Shift>}{Enter}{/Shift}two ')
    expect(onSend).not.toHaveBeenCalled()
    await user.type(field, '{Enter}')
    expect(onSend).toHaveBeenCalledExactlyOnceWith('one\ntwo')
  })

  test.each([
    ['the browser is composing', { isComposing: true }],
    ['Safari has just ended composing', { keyCode: 229 }],
  ])('does not send when Enter chooses a word: %s', async (_, state) => {
    const { field, onSend } = await renderComposer()
    fireEvent.change(field, { target: { value: 'ㄓㄨㄥ' } })
    fireEvent.keyDown(field, { key: 'Enter', ...state })
    expect(onSend).not.toHaveBeenCalled()
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(onSend).toHaveBeenCalledOnce()
  })

  test('asks for a message when there is none', async () => {
    const { user, field, onSend } = await renderComposer()
    await user.type(field, '   {Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Please enter a message.')
    expect(onSend).not.toHaveBeenCalled()
    await user.type(field, 'x')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('shows the draft that was kept, and keeps what is typed', async () => {
    writeDraft('draft.test.kept', 'half a thou')
    const { user, field } = await renderComposer({ scope: 'draft.test.kept' })
    expect(field).toHaveValue('half a thou')
    await user.type(field, 'ght')
    expect(draftStore.text('draft.test.kept')).toBe('half a thought')
  })

  test('counts near the limit, and refuses beyond it without cutting anything', async () => {
    const { user, field, onSend } = await renderComposer()
    expect(screen.queryByText(/32,000/)).toBeNull()
    fireEvent.change(field, { target: { value: 'x'.repeat(32_003) } })
    expect(screen.getByText('32,003 / 32,000')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('3 characters too long')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(onSend).not.toHaveBeenCalled()
    expect(field).toHaveValue('x'.repeat(32_003))
  })

  test('says why it does not send', async () => {
    const { user, field, onSend } = await renderComposer({ blockedReason: 'Choose an expert first.' })
    await user.type(field, 'hello{Enter}')
    expect(screen.getByRole('alert')).toHaveTextContent('Choose an expert first.')
    expect(onSend).not.toHaveBeenCalled()
  })

  test('stops a reply, and keeps what is typed meanwhile', async () => {
    const { user, field, onSend, onStop } = await renderComposer({ isGenerating: true })
    await user.type(field, 'next question{Enter}')
    expect(onSend).not.toHaveBeenCalled()
    expect(field).toHaveValue('next question')
    await user.click(screen.getByRole('button', { name: 'Stop generating' }))
    expect(onStop).toHaveBeenCalledOnce()
  })

  test('warns that the AI may be wrong', async () => {
    const { field } = await renderComposer()
    expect(field).toHaveAccessibleDescription(/AI can make mistakes/)
  })
})
