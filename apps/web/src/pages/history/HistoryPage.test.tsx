import type { ChatSummary } from '@heddle/contracts/chat/chat'
import type { ChatMatch } from '@heddle/contracts/chat/history'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ChatDialogsProvider } from '#entities/chat/ChatDialogs.tsx'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { respond, getPath, refuse, serve } from '#testing/serve.ts'
import { buildChatProfile, buildChatSummary, id } from '#testing/wire.ts'
import { HistoryPage } from './HistoryPage.tsx'

beforeAll(() => Promise.all([import('#entities/chat/RenameChatDialog.tsx'), import('#entities/chat/save-chat.ts')]))
beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

const buildFoundChat = (number: number, match: Partial<ChatMatch>, given: Partial<ChatSummary> = {}) => ({
  ...buildChatSummary({ id: id(number), title: `Chat ${number}`, ...given }),
  match: { message_id: id(100 + number), passage: 'About wool', marks: [], title_marks: [], ...match },
})

/** Reads the bodies of the queries of chats. */
const readQueries = (requests: readonly Request[]) =>
  Promise.all(requests.filter((request) => getPath(request) === '/api/v1/chat/query').map((request) => request.clone().json()))

const renderPage = (path: string) =>
  renderWithApp(
    <ChatDialogsProvider onDeleted={() => {}}>
      <HistoryPage />
    </ChatDialogsProvider>,
    { path },
  )

const listMarks = (element: HTMLElement) => [...element.querySelectorAll('mark')].map(({ textContent }) => textContent)

describe('the search of chats', () => {
  test('shows the recent chats without a keyword', async () => {
    const requests = serve(() => respond({ chats: [buildChatSummary()] }))
    await renderPage('/chat/search?q=%20%E3%80%80')
    expect(await screen.findByRole('link', { name: /Colour fastness/ })).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Recent chats' })).toBeInTheDocument()
    await expect(readQueries(requests)).resolves.toEqual([{ page_size: 20, is_archived: false }])
  })

  test('explains how keywords are separated, searches for all of them when the typing pauses, and keeps them in the address', async () => {
    const requests = serve(async (request) => {
      const { keywords } = await request.json()
      return respond({ chats: keywords ? [buildFoundChat(1, {})] : [] })
    })
    const { user, router } = await renderPage('/chat/search')
    expect(screen.getByText(/Separate keywords with spaces/)).toBeInTheDocument()
    await waitFor(() => expect(requests).not.toHaveLength(0))
    // In one event: keys may take longer than the pause on a busy machine.
    await user.click(screen.getByRole('searchbox', { name: 'Keywords' }))
    await user.paste('wool silk')
    expect(await screen.findByRole('link', { name: /Chat 1/ })).toBeInTheDocument()
    expect(new Set((await readQueries(requests)).map((query) => JSON.stringify(query)))).toEqual(
      new Set(['{"page_size":20,"is_archived":false}', '{"page_size":20,"keywords":"wool silk"}']),
    )
    expect(router.state.location.search).toBe('?q=wool+silk')
  })

  test('marks the keywords in passage and title, and links to the message', async () => {
    serve(() =>
      respond({
        chats: [
          buildFoundChat(1, {
            passage: 'The 織物 and ผ้า',
            marks: [
              [4, 6],
              [11, 15],
            ],
            title_marks: [[0, 4]],
          }),
          buildFoundChat(2, { message_id: null, passage: 'Chat 2', marks: [[0, 4]], title_marks: [[0, 4]] }),
          buildFoundChat(3, {}, { title: null }),
        ],
      }),
    )
    await renderPage('/chat/search?q=x')
    const [first, second, third] = await screen.findAllByRole('listitem')
    if (!first || !second || !third) throw new Error('Not all were shown')
    expect(listMarks(first)).toEqual(['Chat', '織物', 'ผ้า'])
    expect(first).toHaveTextContent('The 織物 and ผ้า')
    expect(within(first).getByRole('link')).toHaveAttribute('href', `/chat/${id(1)}?message=${id(101)}`)
    expect(listMarks(second)).toEqual(['Chat'])
    expect(within(second).getByRole('link')).toHaveAttribute('href', `/chat/${id(2)}`)
    expect(within(third).getByText('Unnamed chat')).toBeInTheDocument()
  })

  test('finds archived chats too, and marks them; the filter in the address has only those', async () => {
    const requests = serve(() => respond({ chats: [buildFoundChat(1, {}, { is_archived: true })] }))
    const { user, router } = await renderPage('/chat/search?q=wool')
    expect(within(await screen.findByRole('link', { name: /Chat 1/ })).getByRole('img', { name: 'Archived' })).toBeInTheDocument()
    await user.click(screen.getByRole('combobox', { name: 'All chats' }))
    await user.click(await screen.findByRole('option', { name: 'Archived chats' }))
    await waitFor(() => expect(router.state.location.search).toBe('?q=wool&archived=yes'))
    await waitFor(async () =>
      expect(await readQueries(requests)).toEqual([
        { page_size: 20, keywords: 'wool' },
        { page_size: 20, keywords: 'wool', is_archived: true },
      ]),
    )
  })

  test('loads further pages until the last one', async () => {
    const requests = serve(async (request) => {
      const { page_token } = await request.json()
      return respond(page_token ? { chats: [buildFoundChat(2, {})] } : { chats: [buildFoundChat(1, {})], next_page_token: 'next' })
    })
    const { user } = await renderPage('/chat/search?q=wool')
    await user.click(await screen.findByRole('button', { name: 'Load more' }))
    expect(await screen.findByText('No more results')).toBeInTheDocument()
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
    await expect(readQueries(requests)).resolves.toEqual([{ page_size: 20, keywords: 'wool' }, { page_token: 'next' }])
  })

  test('reports that no chat was found', async () => {
    serve(() => respond({ chats: [] }))
    await renderPage('/chat/search?q=wool')
    expect((await screen.findAllByText('No chat records found')).length).toBeGreaterThan(0)
    expect(screen.queryByText('No more results')).not.toBeInTheDocument()
  })

  test('shows the failure, and retries', async () => {
    let isDown = true
    serve(() => (isDown ? refuse(500, 'UNKNOWN') : respond({ chats: [buildFoundChat(1, {})] })))
    const { user } = await renderPage('/chat/search?q=wool')
    const alert = await screen.findByRole('alert')
    isDown = false
    await user.click(within(alert).getByRole('button'))
    expect(await screen.findByRole('link', { name: /Chat 1/ })).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('searches for the first eight keywords, and shows a hint about it', async () => {
    const requests = serve(() => respond({ chats: [] }))
    await renderPage('/chat/search?q=a+b+c+d+e+f+g+h+i+a')
    expect(await screen.findByText('Only the first 8 keywords are searched for.')).toBeInTheDocument()
    await waitFor(async () => expect(await readQueries(requests)).toEqual([{ page_size: 20, keywords: 'a b c d e f g h' }]))
  })

  test('shows the results of the last search when an earlier response arrives later', async () => {
    const early = Promise.withResolvers<Response>()
    const requests = serve(async (request) => {
      const { keywords } = await request.json()
      return keywords === 'wool' ? early.promise : respond({ chats: [buildFoundChat(2, {})] })
    })
    const { user } = await renderPage('/chat/search?q=wool')
    await waitFor(async () => expect(await readQueries(requests)).toHaveLength(1))
    await user.type(screen.getByRole('searchbox'), ' silk')
    expect(await screen.findByRole('link', { name: /Chat 2/ })).toBeInTheDocument()
    early.resolve(respond({ chats: [buildFoundChat(1, {})] }))
    await early.promise
    expect(screen.queryByRole('link', { name: /Chat 1/ })).not.toBeInTheDocument()
  })
})

describe('the menu of a chat', () => {
  test('renames it, in all lists', async () => {
    const requests = serve((request) =>
      request.url.endsWith('/title') ? respond({ chat: buildChatProfile({ title: 'Wool' }) }) : respond({ chats: [buildFoundChat(1, {})] }),
    )
    const { user } = await renderPage('/chat/search?q=wool')
    await user.click(await screen.findByRole('button', { name: 'More actions: Chat 1' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await user.clear(name)
    await user.type(name, ' Wool {Enter}')
    expect(await screen.findByRole('link', { name: /Wool/ })).toBeInTheDocument()
    await expect(requests.find(({ url }) => url.endsWith('/title'))?.json()).resolves.toEqual({ name: 'Wool' })
  })

  test.each([
    ['Export as Markdown', 'md'],
    ['Export as JSON', 'json'],
  ])('%s asks for the file with the time zone of the browser', async (item, format) => {
    const requests = serve((request) =>
      request.url.includes('/export')
        ? new Response('# Wool', {
            headers: { 'content-type': 'text/markdown', 'content-disposition': "attachment; filename*=UTF-8''%E7%B9%94.md" },
          })
        : respond({ chats: [buildFoundChat(1, {})] }),
    )
    const { user } = await renderPage('/chat/search?q=wool')
    await user.click(await screen.findByRole('button', { name: 'More actions: Chat 1' }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
    await waitFor(() => expect(requests.some(({ url }) => url.includes('/export'))).toBe(true))
    const query = new URL(requests.find(({ url }) => url.includes('/export'))?.url ?? '').searchParams
    expect([query.get('format'), query.get('time_zone')]).toEqual([format, new Intl.DateTimeFormat().resolvedOptions().timeZone])
  })
})
