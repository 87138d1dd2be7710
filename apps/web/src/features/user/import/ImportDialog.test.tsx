import type { ImportEvent } from '@heddle/contracts/user/user-import'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { ConfirmHost } from '#shared/ui/dialogs/ConfirmHost.tsx'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, refuse, respond, serve } from '#testing/serve.ts'
import { buildSession } from '#testing/wire.ts'
import { ImportDialog } from './ImportDialog.tsx'

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

const createStream = (...events: ImportEvent[]) =>
  new Response(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''), { headers: { 'content-type': 'text/event-stream' } })

/** A stream that breaks after its events. */
const createBrokenStream = (...events: ImportEvent[]) =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const event of events) controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`))
      },
      pull: (controller) => controller.error(new TypeError('network error')),
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  )

const good: ImportEvent = { type: 'checked', rows: 2, problems: [], problem_count: 0, new_groups: [] }
const bad: ImportEvent = {
  type: 'checked',
  rows: 2,
  problems: [{ line: 3, column: 'email', problem: 'exists', value: 'b@heddle.test' }],
  problem_count: 1,
  new_groups: [],
}
const done: ImportEvent = {
  type: 'done',
  users: [
    { line: 2, email: 'a@heddle.test', account: 'a', password: 'first-password' },
    { line: 3, email: 'b@heddle.test', account: null, password: '=second-password' },
  ],
}

type Body = { csv: string; dry_run: boolean; create_groups: boolean }

async function openImport(answer: (body: Body) => Response) {
  const bodies: Body[] = []
  serve(async (request) => {
    if (getPath(request).endsWith('/me')) return respond(buildSession({ role: 'A' }))
    const body = (await request.json()) as Body
    bodies.push(body)
    return answer(body)
  })
  const handleClose = vi.fn()
  const view = await renderWithApp(
    <Suspense>
      <ImportDialog onClose={handleClose} />
      <ConfirmHost />
    </Suspense>,
  )
  await screen.findByText('Drop a CSV file here, or')
  return { ...view, bodies, handleClose }
}

function drop(file: File) {
  fireEvent.drop(screen.getByText('Drop a CSV file here, or'), { dataTransfer: { files: [file] } })
}

/** Returns the downloaded files. */
function catchDownloads() {
  const blobs: Blob[] = []
  // jsdom has neither.
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      blobs.push(blob)
      return '#'
    },
    revokeObjectURL: () => {},
  })
  return blobs
}

const csv = new File(['name,email\na,a@heddle.test\nb,b@heddle.test\n'], 'people.csv')

describe('an import', () => {
  test('only checks the file until the user confirms, and then creates with progress', async () => {
    const { user, bodies } = await openImport(({ dry_run: isDryRun }) =>
      isDryRun ? createStream(good) : createStream(good, { type: 'progress', done: 1, total: 2 }, done),
    )
    drop(csv)
    expect(await screen.findByText('All 2 users can be created.')).toBeInTheDocument()
    expect(bodies.map(({ dry_run: isDryRun }) => isDryRun)).toEqual([true])

    await user.click(screen.getByRole('button', { name: 'Create 2 users' }))
    expect(await screen.findByText('2 users have been created')).toBeInTheDocument()
    expect(bodies.map(({ dry_run: isDryRun }) => isDryRun)).toEqual([true, false])
    expect(bodies[1]?.csv).toBe('name,email\na,a@heddle.test\nb,b@heddle.test\n')
  })

  test('shows how many of the users have a password while they are created', async () => {
    const held = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const event of [good, { type: 'progress', done: 1, total: 2 }] satisfies ImportEvent[])
          controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`))
      },
    })
    const { user } = await openImport(({ dry_run: isDryRun }) =>
      isDryRun ? createStream(good) : new Response(held, { headers: { 'content-type': 'text/event-stream' } }),
    )
    drop(csv)
    await user.click(await screen.findByRole('button', { name: 'Create 2 users' }))
    const progress = await screen.findByRole('progressbar', { name: 'Passwords' })
    await waitFor(() => expect(progress).toHaveAttribute('aria-valuenow', '50'))
  })

  test('offers the passwords once, as a CSV without formulas', async () => {
    const { user, handleClose } = await openImport(({ dry_run: isDryRun }) => (isDryRun ? createStream(good) : createStream(good, done)))
    const downloads = catchDownloads()
    drop(csv)
    await user.click(await screen.findByRole('button', { name: 'Create 2 users' }))
    await user.click(await screen.findByRole('button', { name: 'Download passwords' }))
    expect(await downloads[0]?.text()).toBe(
      "Email,Account,Initial password\r\na@heddle.test,a,first-password\r\nb@heddle.test,,'=second-password\r\n",
    )
    expect(screen.queryByRole('button', { name: 'Download passwords' })).not.toBeInTheDocument()
    await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
    expect(handleClose).toHaveBeenCalledOnce()
  })

  test('warns before it is closed without the passwords', async () => {
    const { user, handleClose } = await openImport(({ dry_run: isDryRun }) => (isDryRun ? createStream(good) : createStream(good, done)))
    drop(csv)
    await user.click(await screen.findByRole('button', { name: 'Create 2 users' }))
    await screen.findByText('2 users have been created')
    await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
    expect(await screen.findByText('Close without the passwords?')).toBeInTheDocument()
    expect(handleClose).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Close without them' }))
    await waitFor(() => expect(handleClose).toHaveBeenCalledOnce())
  })

  test('lists the problems by line, and does not offer to create', async () => {
    await openImport(() => createStream(bad))
    drop(csv)
    expect(await screen.findByText('1 problem in the file. Nothing has been created.')).toBeInTheDocument()
    expect(screen.getByRole('row', { name: '3 email b@heddle.test Already in use' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Create/ })).not.toBeInTheDocument()
  })

  test('previews the groups that it would create, when that is chosen, and creates them with the users', async () => {
    const missing: ImportEvent = {
      type: 'checked',
      rows: 2,
      problems: [{ line: 2, column: 'groups', problem: 'unknown_group', value: 'Dyers' }],
      problem_count: 1,
      new_groups: [],
    }
    const { user, bodies } = await openImport(({ dry_run: isDryRun, create_groups: createsGroups }) => {
      if (!createsGroups) return createStream(missing)
      const preview = { ...good, new_groups: ['Dyers', '染整組'] }
      return isDryRun ? createStream(preview) : createStream(preview, done)
    })
    const find = () => screen.findByRole('checkbox', { name: 'Create missing groups' })
    expect(await find()).not.toBeChecked()
    drop(csv)
    await screen.findByText('1 problem in the file. Nothing has been created.')
    await user.click(await find())
    expect(await screen.findByText('2 groups will be created: Dyers, 染整組')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Create 2 users' }))
    expect(await screen.findByText('2 users have been created')).toBeVisible()
    expect(bodies.map(({ dry_run, create_groups }) => [dry_run, create_groups])).toEqual([
      [true, false],
      [true, true],
      [false, true],
    ])
  })

  test('shows problems that arose between check and creation', async () => {
    const { user } = await openImport(({ dry_run: isDryRun }) => createStream(isDryRun ? good : bad))
    drop(csv)
    await user.click(await screen.findByRole('button', { name: 'Create 2 users' }))
    expect(await screen.findByText('1 problem in the file. Nothing has been created.')).toBeInTheDocument()
  })

  test('reports an unknown outcome when the connection breaks while users are created', async () => {
    const { user } = await openImport(({ dry_run: isDryRun }) => (isDryRun ? createStream(good) : createBrokenStream(good)))
    drop(csv)
    await user.click(await screen.findByRole('button', { name: 'Create 2 users' }))
    expect(await screen.findByText(/either all of them were created or none/)).toBeInTheDocument()
  })

  test('can be retried when the service refuses to start', async () => {
    const { user } = await openImport(({ dry_run: isDryRun }) => (isDryRun ? createStream(good) : refuse(429, 'RATE_LIMITED')))
    drop(csv)
    await user.click(await screen.findByRole('button', { name: 'Create 2 users' }))
    expect(await screen.findByText('Too many requests. Please try again in a moment.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Create 2 users' })).toBeEnabled()
  })

  test('reads the file again in another encoding', async () => {
    const { user, bodies } = await openImport(() => createStream(good))
    drop(new File([Uint8Array.of(0xa4, 0xfd)], 'big5.csv'))
    expect(await screen.findByRole('combobox', { name: 'Read as' })).toHaveValue('windows-1252')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Read as' }), 'big5')
    await waitFor(() => expect(bodies.map((body) => body.csv)).toEqual(['¤ý', '王']))
  })

  test.each([
    [new File([], 'empty.csv'), 'This file is empty.'],
    [new File([Uint8Array.of(0x50, 0x4b, 3, 4)], 'people.xlsx'), /This is a spreadsheet/],
    [new File([new Uint8Array(4 * 1024 * 1024 + 1)], 'huge.csv'), 'This file is larger than 4 MB.'],
  ])('does not even send %o', async (file, message) => {
    const { bodies } = await openImport(() => createStream(good))
    drop(file)
    expect(await screen.findByText(message)).toBeInTheDocument()
    expect(bodies).toEqual([])
  })
})
