import { act, fireEvent, screen } from '@testing-library/react'
import i18next from 'i18next'
import { type ComponentProps, Suspense, useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { renderWithApp } from '#testing/render.tsx'
import { respond, serve } from '#testing/serve.ts'
import { draftStore, writeDraft } from '../draft/drafts.ts'
import { FileRefusedError } from '../files/attachments.ts'
import { noAttachments } from '#testing/no-attachments.ts'
import type { Attachments } from '../files/use-attachments.ts'
import { Composer } from './Composer.tsx'

let chats = 0

async function renderComposer(given: Partial<ComponentProps<typeof Composer>> = {}) {
  serve(() => respond({}, 404))
  const scope = given.scope ?? `draft.test.${chats++}`
  const onSend = vi.fn()
  const onStop = vi.fn()
  const props = { scope, blockedReason: null, isGenerating: false, isStopping: false, onSend, onStop, files: noAttachments, ...given }
  let showWith: (change: Partial<ComponentProps<typeof Composer>>) => void = () => undefined
  function Shown() {
    const [change, setChange] = useState({})
    showWith = (next) => act(() => setChange(next))
    return <Composer {...props} {...change} />
  }
  const { user } = await renderWithApp(
    <Suspense>
      <Shown />
    </Suspense>,
  )
  return {
    user,
    scope,
    onSend,
    onStop,
    showWith: (change: Parameters<typeof showWith>[0]) => showWith(change),
    field: await screen.findByRole('textbox', { name: 'Your message' }),
  }
}

describe('the composer', () => {
  test('sends with Enter, and adds a line break with Shift and Enter', async () => {
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

  test('asks for a message when it is empty', async () => {
    const { user, field, onSend } = await renderComposer()
    await user.type(field, '   {Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Please enter a message.')
    expect(onSend).not.toHaveBeenCalled()
    await user.type(field, 'x')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('says only in the notice what the notice says', async () => {
    const limit = 'The usage limit has been reached.'
    const { user, field, onSend } = await renderComposer({
      blockedReason: limit,
      noticeReason: limit,
      notice: <p role="status">{limit}</p>,
    })
    await user.type(field, 'Why?{Enter}')
    expect(onSend).not.toHaveBeenCalled()
    expect(screen.getAllByText(limit)).toHaveLength(1)
    expect(screen.getByRole('alert')).toHaveTextContent(limit)
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription(new RegExp(`^${limit}`))
  })

  test('shows the stored draft, and stores the input', async () => {
    writeDraft('draft.test.kept', 'half a thou')
    const { user, field } = await renderComposer({ scope: 'draft.test.kept' })
    expect(field).toHaveValue('half a thou')
    await user.type(field, 'ght')
    expect(draftStore.text('draft.test.kept')).toBe('half a thought')
  })

  test('shows the length near the limit, and does not send or cut a longer text', async () => {
    const { user, field, onSend } = await renderComposer()
    expect(screen.queryByText(/32,000/)).toBeNull()
    fireEvent.change(field, { target: { value: 'x'.repeat(32_003) } })
    expect(screen.getByText('32,003 / 32,000')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('3 characters too long')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(onSend).not.toHaveBeenCalled()
    expect(field).toHaveValue('x'.repeat(32_003))
  })

  test('shows why it does not send, as long as the reason holds', async () => {
    const { user, field, onSend, showWith } = await renderComposer({ blockedReason: 'The chat is full.' })
    await user.type(field, 'hello{Enter}')
    expect(screen.getByRole('alert')).toHaveTextContent('The chat is full.')
    showWith({ blockedReason: 'The usage limit is reached.' })
    expect(screen.getByRole('alert')).toHaveTextContent('The usage limit is reached.')
    showWith({ blockedReason: null })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(onSend).not.toHaveBeenCalled()
  })

  test('stops a reply, and keeps the input meanwhile', async () => {
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

  test('does not send while a file is uploading, and shows the reason', async () => {
    const { user, field, onSend } = await renderComposer({
      files: { ...noAttachments, problem: 'Please wait until the files are uploaded.' },
    })
    await user.type(field, 'What is in it?{Enter}')
    expect(screen.getByRole('alert')).toHaveTextContent('Please wait until the files are uploaded.')
    expect(onSend).not.toHaveBeenCalled()
  })

  test('accepts chosen and pasted files, and pastes text as text', async () => {
    const add = vi.fn()
    const { user, field } = await renderComposer({ files: { ...noAttachments, add } })
    const file = new File(['%PDF-'], 'yarn.pdf', { type: 'application/pdf' })
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    await user.upload(input ?? document.body, file)
    expect(add).toHaveBeenLastCalledWith([file])
    fireEvent.paste(field, { clipboardData: { files: [file], types: ['Files'] } })
    expect(add).toHaveBeenCalledTimes(2)
    fireEvent.paste(field, { clipboardData: { files: [file], types: ['text/plain', 'Files'], getData: () => 'words' } })
    expect(add).toHaveBeenCalledTimes(2)
  })

  test.each([
    [
      'the HTML of a page with its pictures',
      { html: '<p>Wool <b>shrinks</b>.</p>\n<p>Silk<br>does not.</p><img src="x">' },
      'Wool shrinks.\n\nSilk\ndoes not.',
    ],
    [
      'the HTML of cells',
      { html: '<table><tr><td>wool</td><td>40</td></tr><tr><td>silk</td><td>2</td></tr></table>' },
      'wool\t40\nsilk\t2',
    ],
    ['the HTML of one picture', { html: '<meta charset="utf-8"><img src="https://example.com/yarn.png">' }, null],
    ['a name, as of a Mac', { plain: 'yarn.png' }, null],
    ['a path, as of Linux', { plain: '/srv/yarns/My yarns/yarn.png\n' }, null],
    ['an address', { plain: 'file:///C:/My%20yarns/yarn.png' }, null],
  ])('takes a pasted picture with %s for what is meant', async (_, { html, plain }: { html?: string; plain?: string }, text) => {
    const add = vi.fn()
    const { user, field } = await renderComposer({ files: { ...noAttachments, add } })
    const file = new File(['x'], 'yarn.png', { type: 'image/png' })
    await user.type(field, 'See: ')
    const data: Record<string, string | undefined> = { 'text/html': html, 'text/plain': plain }
    const types = [...Object.keys(data).filter((type) => data[type] !== undefined), 'Files']
    fireEvent.paste(field, { clipboardData: { files: [file], types, getData: (type: string) => data[type] ?? '' } })
    expect(add.mock.calls).toEqual(text === null ? [[[file]]] : [])
    expect(field).toHaveValue(`See: ${text ?? ''}`)
  })

  test('offers to convert a long pasted text into a file', async () => {
    const add = vi.fn()
    const { user, field } = await renderComposer({ files: { ...noAttachments, add } })
    await user.type(field, 'What is this? ')
    await user.paste('short')
    expect(screen.queryByRole('button', { name: 'Attach as file' })).toBeNull()
    await user.paste('line\r\n'.repeat(61))
    await user.click(await screen.findByRole('button', { name: 'Keep as text' }))
    expect(screen.queryByRole('button', { name: 'Attach as file' })).toBeNull()
    await user.clear(field)
    await user.type(field, 'What is this? ')
    await user.paste('x'.repeat(4_001))
    await user.click(await screen.findByRole('button', { name: 'Attach as file' }))
    expect(field).toHaveValue('What is this? ')
    const [[[file]]] = add.mock.calls as [[[File]]]
    expect(file.name).toMatch(/^pasted-\d{4}-\d{2}-\d{2}\.txt$/)
    expect(await file.text()).toBe('x'.repeat(4_001))
    expect(screen.queryByRole('button', { name: 'Attach as file' })).toBeNull()
  })

  test('shows the files, their progress, and the rejected ones', async () => {
    const bad = {
      key: 2,
      file: new File(['x'], 'yarn.pdf'),
      state: 'refused' as const,
      sent: 1,
      error: new FileRefusedError('FILE_ENCRYPTED'),
    }
    const files: Attachments = {
      ...noAttachments,
      ready: [{ id: '01890000-0000-7000-8000-000000000009', name: '織物.docx', media_type: 'text/plain', size: 2_100_000, findings: [] }],
      attachments: [{ key: 1, file: new File(['x'], 'fabric.csv'), state: 'uploading', sent: 0.4, error: null }, bad],
      selection: { taken: 1, rejected: [{ name: 'loom.exe', reason: 'type' }], repeated: [] },
    }
    await renderComposer({ files })
    const list = await screen.findByRole('list', { name: 'Message files' })
    expect(list).toHaveTextContent('織物.docx')
    expect(list).toHaveTextContent('2.1 MB')
    expect(screen.getByRole('progressbar', { name: /fabric.csv/ })).toHaveAttribute('aria-valuenow', '40')
    expect(screen.getByText('The file could not be uploaded. The file is password-protected.')).toBeVisible()
    expect(screen.getByText(/1 file meets the requirements/)).toBeVisible()
    expect(screen.getByText('loom.exe').closest('li')).toHaveTextContent('loom.exe (unsupported file type)')
    await act(() => i18next.changeLanguage('zh-Hant'))
    expect(screen.getByText('loom.exe').closest('li')).toHaveTextContent('loom.exe（不接受這種類型）')
    expect(screen.getByRole('progressbar', { name: '上傳中：fabric.csv' })).toBeInTheDocument()
  })
})
