// Where the focus goes when the control that has it removes itself.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, Suspense, useState } from 'react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ChatDialogsProvider } from '#entities/chat/ChatDialogs.tsx'
import { LongPasteOffer } from '#features/chat/composer/LongPasteOffer.tsx'
import { FileTray } from '#features/chat/files/FileTray.tsx'
import { noAttachments } from '#testing/no-attachments.ts'
import type { Attachments } from '#features/chat/files/use-attachments.ts'
import { ChatHeader } from '#features/chat/header/ChatHeader.tsx'
import { accepted } from '#testing/scripted-port.ts'
import { ListEnd } from '#features/history/ListEnd.tsx'
import { TourOffer } from '#features/tour/TourOffer.tsx'
import { buildQuestion, buildReply, openChat } from '#testing/open-chat.tsx'
import { notify } from '#shared/notify/notify.ts'
import { SearchField } from '#shared/table/SearchField.tsx'
import { TableToolbar } from '#shared/table/TableToolbar.tsx'
import { keepFocus } from '#shared/ui/keep-focus.ts'
import { renderWithApp } from '#testing/render.tsx'
import { respond, serve } from '#testing/serve.ts'
import { buildChatProfile, buildConfig, id } from '#testing/wire.ts'

beforeAll(() => keepFocus(document))

const row = { name: 'one.csv', media_type: 'text/csv', size: 10, findings: [] }
const files: Attachments = {
  ...noAttachments,
  ready: [
    { ...row, id: id(51) },
    { ...row, id: id(52), name: 'two.csv' },
  ],
}

/** The files above the field of a message; `shown` of them at first. */
function Files({ shown, hasReport = false }: { shown: number; hasReport?: boolean }) {
  const [ready, setReady] = useState(files.ready.slice(0, shown))
  const [selection, setSelection] = useState<Attachments['selection']>(hasReport ? { taken: 2, rejected: [], repeated: [] } : null)
  const remove = (file: { key: number } | { id: string }) => setReady(ready.filter((each) => !('id' in file) || each.id !== file.id))
  const tray = { ...files, ready, selection, remove, dismissSelection: () => setSelection(null) }
  return (
    <form>
      {(ready.length > 0 || selection) && <FileTray files={tray} />}
      <textarea aria-label="field" />
    </form>
  )
}

/** Shows a part of the page until it is left. */
function Leaving({ children }: { children: (onLeave: () => void) => ReactNode }) {
  const [isThere, setIsThere] = useState(true)
  return isThere && children(() => setIsThere(false))
}

function More() {
  const [hasMore, setHasMore] = useState(true)
  return <ListEnd hasMore={hasMore} isLoading={false} onMore={() => setHasMore(false)} end="That is all" />
}

function Toolbar() {
  const [isFiltered, setIsFiltered] = useState(true)
  const tableState = { isFiltered, clearFilters: () => setIsFiltered(false) }
  return <TableToolbar filters={<button type="button">Role</button>} tableState={tableState} />
}

function Rows() {
  const [rows, setRows] = useState(['one', 'two', 'three'])
  return (
    <ul>
      {rows.map((name) => (
        <li key={name}>
          <button type="button" onClick={() => setRows(rows.filter((each) => each !== name))}>
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}

const named = (name: string) => () => screen.findByRole('button', { name })
const field = () => screen.findByRole('textbox', { name: 'field' })

describe('the focus', () => {
  test.each<[string, ReactNode, string, () => Promise<HTMLElement>]>([
    ['of the first removed file', <Files key="" shown={2} />, 'Remove “one.csv”', named('Remove “two.csv”')],
    ['of the last removed file', <Files key="" shown={2} />, 'Remove “two.csv”', named('Remove “one.csv”')],
    ['of the only removed file', <Files key="" shown={1} />, 'Remove “one.csv”', field],
    ['of a report that was read', <Files key="" shown={2} hasReport />, 'Dismiss', field],
    [
      'of an offer that was refused',
      <form key="">
        <Leaving>{(onLeave) => <LongPasteOffer onAccept={onLeave} onDismiss={onLeave} />}</Leaving>
        <textarea aria-label="field" />
      </form>,
      'Keep as text',
      field,
    ],
    ['of the last "load more"', <More key="" />, 'Load more', () => screen.findByText('That is all')],
    ['of cleared filters', <Toolbar key="" />, 'Clear filters', named('Role')],
    ['of a removed row', <Rows key="" />, 'two', named('three')],
    ['of the last removed row', <Rows key="" />, 'three', named('two')],
  ])('%s goes to the nearest control', async (_, part, pressed, findNext) => {
    serve(() => respond(buildConfig()))
    const { user } = await renderWithApp(
      <main tabIndex={-1}>
        <button type="button">before</button>
        <Suspense>{part}</Suspense>
        <button type="button">after</button>
      </main>,
    )
    const control = await screen.findByRole('button', { name: pressed })
    control.focus()
    await user.keyboard('{Enter}')
    const next = await findNext()
    await waitFor(() => expect(next).toHaveFocus())
  })

  test('of a cleared search goes to its field', async () => {
    const { user } = await renderWithApp(<SearchField label="Search" value="wool" onChange={() => undefined} />)
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveFocus()
  })

  test('of a renamed title goes to the menu that renamed it', async () => {
    serve(() => respond({}))
    const chat = { ...buildChatProfile({ title: 'Wool' }), messages: [], unsent_files: [] }
    const { user } = await renderWithApp(
      <ChatDialogsProvider onDeleted={() => undefined}>
        <ChatHeader chat={chat} />
      </ChatDialogsProvider>,
    )
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    await waitFor(() => expect(screen.getByRole('textbox')).toHaveFocus())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('button', { name: 'More actions' })).toHaveFocus())
  })

  test('of an overlay goes back to where it was', async () => {
    const { user } = await renderWithApp(
      <>
        <main tabIndex={-1}>
          <button type="button">page</button>
        </main>
        <Leaving>{(onLeave) => <TourOffer tour="chat" onStart={onLeave} onLeave={onLeave} />}</Leaving>
      </>,
    )
    const page = screen.getByRole('button', { name: 'page' })
    page.focus()
    await user.tab()
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await waitFor(() => expect(page).toHaveFocus())

    notify({ message: 'Saved' })
    const message = await screen.findByRole('status')
    within(message).getByRole('button').focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(page).toHaveFocus())
  })

  test('of a page that is left goes to the next page', async () => {
    const { user } = await renderWithApp(
      <main tabIndex={-1}>
        <Leaving>
          {(onLeave) => (
            <a
              href="/next"
              onClick={(event) => {
                event.preventDefault()
                window.history.pushState(null, '', '/next')
                onLeave()
              }}
            >
              next
            </a>
          )}
        </Leaving>
        <button type="button">control of the next page</button>
      </main>,
    )
    await user.click(screen.getByRole('link', { name: 'next' }))
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  })

  test('stays nowhere after a click beside all controls', async () => {
    const { user } = await renderWithApp(
      <main>
        <p>text</p>
        <Rows />
      </main>,
    )
    const two = screen.getByRole('button', { name: 'two' })
    two.focus()
    await user.click(screen.getByText('text'))
    vi.useFakeTimers()
    two.blur()
    await vi.runAllTimersAsync()
    fireEvent.click(two)
    expect(two).not.toBeInTheDocument()
    await vi.runAllTimersAsync()
    expect(document.body).toHaveFocus()
  })
})

describe('the focus of an action on a message', () => {
  const reply = () =>
    new Response(
      new ReadableStream({
        start: (stream) => stream.enqueue(new TextEncoder().encode(`event: accepted\ndata: ${JSON.stringify(accepted)}\n\n`)),
      }),
      { headers: { 'content-type': 'text/event-stream' } },
    )
  const openStopped = () => openChat({ messages: [buildQuestion(), buildReply({ status: 'stopped' })], responses: { reply } })
  const composer = () => screen.findByRole('textbox', { name: 'Your message' })

  test.each(['Continue', 'Regenerate'])('"%s" goes to the composer', async (name) => {
    const { user } = await openStopped()
    await user.click(await screen.findByRole('button', { name }))
    expect(await composer()).toHaveFocus()
    await waitFor(() => expect(screen.queryByRole('button', { name })).not.toBeInTheDocument())
    expect(await composer()).toHaveFocus()
  })

  test('that sends an edited question goes to the composer', async () => {
    const { user } = await openStopped()
    await user.click(await screen.findByRole('button', { name: 'Edit question' }))
    await user.type(await screen.findByRole('textbox', { name: 'Edit your question' }), ' And silk?{Enter}')
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Edit your question' })).not.toBeInTheDocument())
    expect(await composer()).toHaveFocus()
  })
})
