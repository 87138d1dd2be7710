import type { MessageSource } from '@heddle/contracts/message/message'
import { QueryClient } from '@tanstack/react-query'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { sessionQueries } from '#entities/auth/session.queries.ts'
import texts from '#i18n/locales/en/chat.json'
import { renderWithApp } from '#testing/render.tsx'
import { buildSession } from '#testing/wire.ts'
import { Citation } from '../Citation.tsx'
import { ReplySourcesContext, SourcePanelContext } from '../source-panel.ts'
import { type DatasetSource, RowsSource } from './RowsSource.tsx'

const column = { unit: null, decimals: null, conversion: 'none', is_key: false, omitted: 0 } as const
const source: DatasetSource = {
  id: '01980000-0000-7000-8000-000000000001',
  number: 1,
  title: 'Fabric tests',
  passage: 'mean of Strength in N by Fibre, 2 groups, 14 rows, 1 of Strength left out as < 0.5',
  page: null,
  score: null,
  file: null,
  rows: {
    dataset_ids: ['01980000-0000-7000-8000-000000000002'],
    version: 3,
    columns: [
      { ...column, name: 'Fibre', is_key: true },
      { ...column, name: 'Mean', unit: 'N', conversion: 'linear', omitted: 1 },
    ],
    rows: [
      { id: null, cells: ['cotton', 812.375] },
      { id: null, cells: ['wool', 403.2] },
    ],
    total: 2,
    matched: 14,
    is_cut: false,
  },
}

const render = (role: 'U' | 'A' = 'U') => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(sessionQueries.me().queryKey, buildSession({ role }))
  const cited = { id: 'chat', messageId: 'message', sourceId: source.id }
  return renderWithApp(<RowsSource cited={cited} source={source} statement="Cotton holds 812 N." />, { queryClient })
}

describe('cited rows', () => {
  test('are a table with the cells that the statement uses marked', async () => {
    const { getAllByRole, container } = await render()
    expect(getAllByRole('row').map((row) => row.textContent)).toEqual([
      expect.stringContaining('Fibre'),
      `cotton (${texts.sources.rows.used})812.38 (${texts.sources.rows.used})`,
      'wool403.2',
    ])
    expect(container.querySelectorAll('mark')).toHaveLength(2)
    expect(container).toHaveTextContent('From version 3 of the dataset')
  })

  test('are shown in another unit of the same quantity, and in no other', async () => {
    const { getByRole, container } = await render()
    const choice = getByRole('combobox', { name: 'Unit of Mean' })
    expect([...choice.querySelectorAll('option')].map(({ value }) => value)).toEqual(['N', 'cN', 'mN', 'kN', 'gf', 'kgf', 'lbf'])
    await userEvent.selectOptions(choice, 'kN')
    expect(container).toHaveTextContent('0.81238')
    expect(container).toHaveTextContent('0.4032')
  })

  test('lead to their dataset for those who manage it', async () => {
    expect((await render('A')).getByRole('link', { name: texts.sources.rows.open })).toHaveAttribute(
      'href',
      '/knowledge/dataset/01980000-0000-7000-8000-000000000002',
    )
  })

  test('do not lead there for others', async () => {
    expect((await render()).queryByRole('link')).toBeNull()
  })
})

test('a figure that the rows do not have is said to be not in the table', async () => {
  const reply = { message: { id: 'message', status: 'completed' as const }, sources: [source] satisfies MessageSource[] }
  const panel = { openSources: () => undefined, openTold: () => undefined, openFile: () => undefined, canPreview: true }
  const { findByRole } = await renderWithApp(
    <ReplySourcesContext value={reply}>
      <SourcePanelContext value={panel}>
        <p>
          <Citation data-statement="Cotton holds 912 N" data-numbers="1">
            1
          </Citation>
        </p>
      </SourcePanelContext>
    </ReplySourcesContext>,
  )
  expect(await findByRole('img', { name: 'Not in the table: 912' })).toBeInTheDocument()
})
