import { UserRole } from '@heddle/contracts/roles'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { renderWithApp } from '#testing/render.tsx'
import { id } from '#testing/wire.ts'
import { ApiError } from '../api/errors.ts'
import { BulkBar } from './BulkBar.tsx'
import { SearchField } from './SearchField.tsx'
import { ServerTable } from './ServerTable.tsx'
import type { Column, TablePage } from './table.ts'
import { useSelection } from './use-selection.ts'
import { useTableState } from './use-table-state.ts'

type Yarn = { id: string; name: string }
type Asked = { keyword?: string; role?: string; sort?: string; direction?: string; pageToken?: string; pageSize: number }

const columns: Column<Yarn, 'name' | 'age'>[] = [
  { key: 'name', title: 'Name', sort: 'name', isRowHeader: true, render: ({ name }) => name },
  { key: 'age', title: 'Age', sort: 'age', render: () => null },
]

/** Three pages: wool, silk, hemp. */
const yarns = ['Wool', 'Silk', 'Hemp']

function threePages({ pageToken }: Asked): TablePage<Yarn> {
  const page = pageToken === undefined ? 0 : Number(pageToken.replace('after-', ''))
  const next = page + 1 < yarns.length ? { next_page_token: `after-${page + 1}` } : {}
  return { rows: [{ id: id(page), name: yarns[page] ?? '' }], ...next, ...(page === 0 ? { total: 41 } : {}) }
}

function YarnTable({ read }: { read: (asked: Asked) => TablePage<Yarn> | Promise<TablePage<Yarn>> }) {
  const table = useTableState({
    filters: { keyword: z.string().max(10), role: UserRole },
    sorts: ['name', 'age'],
    defaultSort: { by: 'name', direction: 'asc' },
  })
  const asked: Asked = {
    ...table.filters,
    sort: table.sort?.by,
    direction: table.sort?.direction,
    pageToken: table.pageToken,
    pageSize: table.pageSize,
  }
  const query = useQuery({ queryKey: [asked], queryFn: () => read(asked), placeholderData: keepPreviousData })
  const selection = useSelection(query.data?.rows ?? [])
  return (
    <>
      <SearchField
        label="Search"
        value={table.filters.keyword ?? ''}
        onChange={(keyword) => table.setFilter('keyword', keyword, { replace: true })}
      />
      <ServerTable
        label="Yarns"
        columns={columns}
        query={query}
        tableState={table}
        selection={selection}
        formatRowName={({ name }) => name}
        empty={<p>No yarns</p>}
      />
      <BulkBar count={selection.selected.length} onClear={selection.clear}>
        <button type="button">Dye</button>
      </BulkBar>
    </>
  )
}

async function renderYarns(path = '/', read: (asked: Asked) => TablePage<Yarn> | Promise<TablePage<Yarn>> = threePages) {
  const asked: Asked[] = []
  const view = await renderWithApp(
    <YarnTable
      read={(next) => {
        asked.push(next)
        return read(next)
      }}
    />,
    { path },
  )
  return { ...view, asked, search: () => view.router.state.location.search }
}

describe('the state of a table', () => {
  test('is read from the address: filters, sort order, page size and page', async () => {
    const { asked } = await renderYarns('/?keyword=red&role=A&sort=-age&size=50&page=after-1')
    await screen.findByText('Silk')
    expect(asked).toEqual([{ keyword: 'red', role: 'A', sort: 'age', direction: 'desc', pageSize: 50, pageToken: 'after-1' }])
  })

  test('ignores invalid values in the address', async () => {
    const { asked } = await renderYarns('/?keyword=much-too-long&role=X&sort=weight&size=7')
    await screen.findByText('Wool')
    expect(asked).toEqual([{ sort: 'name', direction: 'asc', pageSize: 20, pageToken: undefined }])
  })

  test('goes to the next page by its token, back by the history, and keeps the total', async () => {
    const { user, router, search } = await renderYarns()
    expect(await screen.findByText('1–1 of 41')).toBeInTheDocument()

    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByText('21–21 of 41')).toBeInTheDocument()
    expect(search()).toBe('?page=after-1')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByText('Hemp')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Previous' }))
    expect(await screen.findByText('Silk')).toBeInTheDocument()
    expect(search()).toBe('?page=after-1')

    await router.navigate(-1)
    expect(await screen.findByText('Hemp')).toBeInTheDocument()
  })

  test('says on every page that there are more rows than were counted', async () => {
    const { user } = await renderYarns('/', (asked) => {
      const { total, ...page } = threePages(asked)
      return total === undefined ? page : { ...page, total_exceeds: 1_000 }
    })
    expect(await screen.findByText('1–1 of more than 1,000')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByText('21–21 of more than 1,000')).toBeInTheDocument()
  })

  test('offers the first page when the previous one is unknown', async () => {
    const { user, search } = await renderYarns('/?role=A&page=after-2')
    await user.click(await screen.findByRole('button', { name: 'Go to first page' }))
    expect(await screen.findByText('Wool')).toBeInTheDocument()
    expect(search()).toBe('?role=A')
  })

  test('returns to the first page when the sort order changes', async () => {
    const { user, search, asked } = await renderYarns('/?page=after-1')
    await screen.findByText('Silk')
    await user.click(screen.getByRole('button', { name: 'Age' }))
    await screen.findByText('Wool')
    expect(search()).toBe('?sort=age')
    expect(asked.at(-1)).toMatchObject({ sort: 'age', direction: 'asc', pageToken: undefined })
  })

  test('follows the input after a pause, without a history entry for each letter', async () => {
    const { user, search, asked, router } = await renderYarns('/?role=A')
    const field = await screen.findByRole('searchbox', { name: 'Search' })
    await user.type(field, 'silk')
    await waitFor(() => expect(search()).toBe('?role=A&keyword=silk'))
    expect(field).toHaveValue('silk')
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ keyword: 'silk', role: 'A' }))
    expect(router.state.historyAction).toBe('REPLACE')
  })
})

describe('the search of a table', () => {
  test('keeps newer input while a search is running', async () => {
    const { user, search } = await renderYarns()
    const field = await screen.findByRole('searchbox', { name: 'Search' })
    await user.type(field, 'si')
    await waitFor(() => expect(search()).toBe('?keyword=si'))
    await user.type(field, 'lk')
    await waitFor(() => expect(search()).toBe('?keyword=silk'))
    expect(field).toHaveValue('silk')
  })

  test('follows the history', async () => {
    const { router } = await renderYarns('/?keyword=silk')
    const field = await screen.findByRole('searchbox', { name: 'Search' })
    await router.navigate('/?keyword=wool')
    await waitFor(() => expect(field).toHaveValue('wool'))
    await router.navigate(-1)
    await waitFor(() => expect(field).toHaveValue('silk'))
  })
})

describe('a table', () => {
  test('announces the sort order to a screen reader, and reverses it with the second press', async () => {
    const { user } = await renderYarns()
    const header = await screen.findByRole('columnheader', { name: 'Name' })
    expect(header).toHaveAttribute('aria-sort', 'ascending')
    await user.click(within(header).getByRole('button'))
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
    expect(screen.getByRole('columnheader', { name: 'Age' })).not.toHaveAttribute('aria-sort')
  })

  test('keeps the rows on the screen, marked as busy, until the next page is loaded', async () => {
    const { promise: sent, resolve: send } = Promise.withResolvers<void>()
    const { user } = await renderYarns('/', async (asked) => {
      if (asked.pageToken) await sent
      return threePages(asked)
    })
    await user.click(await screen.findByRole('button', { name: 'Next' }))
    expect(screen.getByText('Wool')).toBeInTheDocument()
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true')
    expect(screen.getByRole('status')).toHaveTextContent('1–1 of 41')
    send()
    expect(await screen.findByText('Silk')).toBeInTheDocument()
    expect(screen.getByRole('status')).toHaveTextContent('21–21 of 41')
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  })

  test('shows an empty state without rows', async () => {
    await renderYarns('/', () => ({ rows: [] }))
    expect(await screen.findByText('No yarns')).toBeInTheDocument()
  })

  test('offers a retry when the query failed', async () => {
    let isBroken = true
    const { user } = await renderYarns('/', (asked) => {
      if (isBroken) throw new ApiError(503, 'SERVICE_UNAVAILABLE', '')
      return threePages(asked)
    })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    isBroken = false
    await user.click(retry)
    expect(await screen.findByText('Wool')).toBeInTheDocument()
  })

  test('links to the first page from one that the server no longer knows', async () => {
    const { user } = await renderYarns('/?page=old', (asked) => {
      if (asked.pageToken === 'old') throw new ApiError(400, 'BAD_REQUEST', '')
      return threePages(asked)
    })
    await user.click(await screen.findByRole('button', { name: 'Go to first page' }))
    expect(await screen.findByText('Wool')).toBeInTheDocument()
  })

  test('selects rows, and deselects those of another page', async () => {
    const { user } = await renderYarns()
    await user.click(await screen.findByRole('checkbox', { name: 'Select Wool' }))
    expect(screen.getByText('1 selected')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByText('Silk')
    expect(screen.queryByText('1 selected')).not.toBeInTheDocument()
  })
})
