// The commands of the composer, by their keys: a slash for the library of prompts, an at sign for an expert.
import type { Assistant } from '@heddle/contracts/assistant/assistant'
import type { PromptItem } from '@heddle/contracts/prompt/prompt'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Suspense } from 'react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { holdComposedKeys } from '#shared/shortcuts/submit-key.ts'
import { noAttachments } from '#testing/no-attachments.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, respond, serve } from '#testing/serve.ts'
import { buildAssistant, buildAssistantDetail, buildPrompt, id } from '#testing/wire.ts'
import { draftStore, nameAssistant, returnSubmission, submitDraft } from '../draft/drafts.ts'
import type { ExpertChoice } from '../prompt/PromptPicker.tsx'
import { Composer } from './Composer.tsx'

// As the application does before it renders.
beforeAll(() => holdComposedKeys(window))
beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

const greeting = buildPrompt({ id: id(91), name: { default: 'Greeting', th: 'คำทักทาย' }, text: { default: 'Say {{hello}}.' } })
const summary = buildPrompt({
  id: id(92),
  name: { default: 'Summary' },
  text: { default: 'Sum up {{ fiber }} in {{words}} words. {{fiber}}!' },
  variables: [
    { key: 'fiber', label: { default: 'Fiber' }, type: 'text', required: true },
    { key: 'words', label: { default: 'Words' }, type: 'choice', choices: ['50', '100'], default: '50' },
  ],
})

let composers = 0

async function openComposer(prompts: PromptItem[] = [greeting, summary], experts?: ExpertChoice, files = noAttachments) {
  const scope = `draft.commands.${composers++}`
  const requests = serve((request) => {
    const at = getPath(request)
    if (at.endsWith('/prompt/query')) return respond({ prompts })
    if (at.endsWith('/assistant/query')) return respond({ assistants: [buildAssistant()], abilities: { create: false } })
    if (at.includes('/assistant/')) return respond({ assistant: buildAssistantDetail() })
    return respond(at.endsWith('/config') ? {} : { success: true }, at.endsWith('/config') ? 404 : 200)
  })
  const onSend = vi.fn()
  const composer = (
    <Suspense>
      <Composer
        scope={scope}
        blockedReason={null}
        isGenerating={false}
        isStopping={false}
        onSend={onSend}
        onStop={vi.fn()}
        files={files}
        {...(experts ? { experts } : { onNameExpert: (expert: Assistant | null) => nameAssistant(scope, expert) })}
      />
    </Suspense>
  )
  const { user } = await renderWithApp(composer)
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' })
  return { user, field, onSend, requests, scope }
}

const findOptions = async () => (await screen.findAllByRole('option')).map((option) => option.querySelector('span')?.textContent)

describe('a slash in the composer', () => {
  test('finds its prompts there, which are read when the page is quiet', async () => {
    const { user, field, requests } = await openComposer()
    const listRead = () => requests.map(getPath).filter((path) => path === '/api/v1/prompt/query')
    await waitFor(() => expect(listRead()).toHaveLength(1), { timeout: 10_000 })
    await user.type(field, '/')
    expect(screen.getAllByRole('option')).toHaveLength(2)
    expect(listRead()).toHaveLength(1)
  })

  test('lists the prompts; their names in any language narrow the list, and Enter inserts one', async () => {
    const { user, field, onSend, requests } = await openComposer()
    await user.type(field, '/')
    expect(await findOptions()).toEqual(['Greeting', 'Summary'])
    await user.type(field, 'ทัก')
    expect(await findOptions()).toEqual(['Greeting'])
    expect(field).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id)
    await user.type(field, '{Enter}')
    expect(field).toHaveValue('Say {{hello}}.')
    expect(field).toHaveFocus()
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(onSend).not.toHaveBeenCalled()
    await waitFor(() => expect(requests.map(getPath)).toContain(`/api/v1/prompt/${greeting.id}/used`))
  })

  test('leaves Enter and the arrows of an input method to it', async () => {
    const { user, field } = await openComposer()
    await user.type(field, '/')
    await findOptions()
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
    fireEvent.keyDown(field, { key: 'ArrowDown', keyCode: 229 })
    expect(field).toHaveValue('/')
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Greeting')
  })

  test('is text again after Escape, and where no prompt has the name', async () => {
    const { user, field, onSend } = await openComposer()
    await user.type(field, '/{Escape}sum{Enter}')
    expect(onSend).toHaveBeenLastCalledWith('/sum')
    await user.clear(field)
    await user.type(field, '/zzz')
    expect(await screen.findByText('No matching prompts')).toBeVisible()
    await user.type(field, '{Enter}')
    expect(onSend).toHaveBeenLastCalledWith('/zzz')
  })

  test('asks for the variables: what is required, then the text as the preview shows it', async () => {
    const { user, field, onSend } = await openComposer()
    await user.type(field, 'Please.{Shift>}{Enter}{/Shift}/s')
    await findOptions()
    await user.keyboard('{Tab}')
    const dialog = await screen.findByRole('dialog', { name: 'Summary' })
    const fiber = await within(dialog).findByRole('textbox', { name: /^Fiber/ })
    await user.click(within(dialog).getByRole('button', { name: 'Send' }))
    expect(fiber).toBeInvalid()
    expect(fiber).toHaveFocus()
    await user.paste('{{words}}')
    expect(within(dialog).getByRole('group', { name: 'Preview' })).toHaveTextContent('Sum up {{words}} in 50 words. {{words}}!')
    await user.click(within(dialog).getByRole('button', { name: 'Send' }))
    expect(onSend).toHaveBeenCalledExactlyOnceWith('Please.\nSum up {{words}} in 50 words. {{words}}!')
    expect(field).toHaveValue('Please.\nSum up {{words}} in 50 words. {{words}}!')
  })

  test('offers the expert that the prompt suggests, where the chat has not begun', async () => {
    const onChoose = vi.fn()
    const { user, field } = await openComposer([{ ...greeting, assistant_id: id(5) }], { chosenId: null, onChoose })
    await user.type(field, '/')
    await findOptions()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('This prompt is meant for “Textile guide”.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Ask this expert' }))
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(id(5))
  })
})

describe('an at sign in the composer', () => {
  test('names the expert who answers the question, which the draft keeps until it is sent or taken back', async () => {
    const { user, field, scope } = await openComposer()
    await user.type(field, 'Which dye? @')
    expect(await findOptions()).toEqual(['Textile guide'])
    await user.keyboard('{Enter}')
    expect(field).toHaveValue('Which dye? ')
    expect(field).toHaveFocus()
    expect(await screen.findByText('“Textile guide” answers this question')).toBeVisible()
    expect(submitDraft(scope, 'Which dye?', 1)).toMatchObject({ assistant_id: buildAssistant().id })
    await waitFor(() => expect(screen.queryByText('“Textile guide” answers this question')).toBeNull())
    returnSubmission(scope)
    await user.click(await screen.findByRole('button', { name: 'Don’t ask “Textile guide”' }))
    expect(submitDraft(scope, 'Which dye?', 1)).not.toHaveProperty('assistant_id')
  })

  test('chooses the expert of a chat that has not begun', async () => {
    const onChoose = vi.fn()
    const { user, field } = await openComposer([], { chosenId: null, onChoose })
    await user.type(field, '@')
    await findOptions()
    await user.keyboard('{Tab}')
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(buildAssistant().id)
    expect(field).toHaveValue('')
  })
})

test('a file that the expert does not accept is held, and goes to one that does with the text', async () => {
  const add = vi.fn()
  const files = { ...noAttachments, acceptsFiles: false, blockedReason: 'No files here.', add }
  const { user, field, scope } = await openComposer([], undefined, files)
  await user.type(field, 'What is in it?')
  const file = new File(['fiber'], 'fiber.csv')
  fireEvent.paste(field, { clipboardData: { files: [file], types: ['Files'] } })
  expect(await screen.findByRole('alert')).toHaveTextContent('No files here.')
  expect(add).not.toHaveBeenCalled()
  const offer = await screen.findByRole('group', { name: 'Experts that can:' })
  await user.click(within(offer).getByRole('button'))
  expect(add).toHaveBeenCalledExactlyOnceWith([file])
  expect(draftStore.assistant(scope)?.id).toBe(buildAssistant().id)
  expect(field).toHaveValue('What is in it?')
})
