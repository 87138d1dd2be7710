import type { KnowledgeOrigin, MessageSource } from '@heddle/contracts/message/message'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { sessionQueries } from '#entities/auth/session.queries.ts'
import texts from '#i18n/locales/en/chat.json'
import documentTexts from '#i18n/locales/en/document.json'
import { renderWithApp } from '#testing/render.tsx'
import { buildSession } from '#testing/wire.ts'
import { Citation } from './Citation.tsx'
import { SourceCard } from './SourceCard.tsx'
import { ReplySourcesContext, SourcePanelContext } from './source-panel.ts'

const knowledge: KnowledgeOrigin = {
  collection_id: '01980000-0000-7000-8000-000000000002',
  source_id: '01980000-0000-7000-8000-000000000003',
  chunk_id: '01980000-0000-7000-8000-000000000004',
  heading_path: ['Washing', 'Cotton'],
  page_to: 2,
  spans: [{ page: 2, from: 0, to: 10 }],
  valid_until: '2020-12-31',
  replaced_by: 'Handbook 2021',
  copyright: { default: '© the institute' },
  allows_preview: true,
}

const source: MessageSource = {
  id: '01980000-0000-7000-8000-000000000001',
  number: 4,
  title: 'Handbook',
  passage: 'Wool felts. Cotton shrinks by 3 %.',
  page: 2,
  score: 0.5,
  file: null,
  knowledge,
}

const renderCard = (shown: MessageSource, onOpenOriginal = (_source: MessageSource) => undefined) => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(sessionQueries.me().queryKey, buildSession())
  return renderWithApp(
    <ol>
      <SourceCard
        chatId="chat"
        messageId="message"
        source={shown}
        number={1}
        canPreview
        isOpen
        wasChosen={false}
        statement="Cotton shrinks"
        onOpenOriginal={onOpenOriginal}
        onToggle={() => undefined}
      />
    </ol>,
    { queryClient },
  )
}

test('a passage of a collection shows where it stands, that it has expired, what replaces it, and whose it is', async () => {
  const { container } = await renderCard(source)
  for (const text of [
    'Handbook',
    source.passage,
    'Washing › Cotton',
    'Expired after 2020-12-31',
    'Replaced by “Handbook 2021”',
    '© the institute',
  ])
    expect(container).toHaveTextContent(text)
})

test('a passage of a collection keeps its lines, and its tables are tables', async () => {
  const passage = '# 3 of 5\nRegain\n| Fibre | Regain |\n| --- | --- |\n| Cotton | 8.5 |\nCounts\n| Yarn | tex |\n| --- | --- |\n| A | 20 |'
  const { getByText, getAllByRole } = await renderCard({ ...source, passage })
  expect(getByText(/# 3 of 5/).textContent).toBe('# 3 of 5\nRegain')
  expect(getAllByRole('table').map((table) => table.textContent)).toEqual(['FibreRegainCotton8.5', 'YarntexA20'])
})

test('the original opens from its card', async () => {
  const opened: MessageSource[] = []
  const { getByRole } = await renderCard(source, (chosen) => void opened.push(chosen))
  getByRole('button', { name: texts.sources.openOriginal }).click()
  expect(opened).toEqual([source])
})

test.each([
  ['of a source that is deleted', { ...knowledge, source_id: null, allows_preview: false }, true],
  ['that its reader may not open', { ...knowledge, allows_preview: false }, false],
  ['that does not have the passage', { ...knowledge, spans: [] }, false],
])('an original %s is not offered', async (_name, origin, isGone) => {
  const { queryByRole, queryByText } = await renderCard({ ...source, knowledge: origin })
  expect(queryByRole('button', { name: texts.sources.openOriginal })).toBeNull()
  expect(queryByText(documentTexts.gone) !== null).toBe(isGone)
})

test('a passage that is withheld from its reader says so, and nothing else', async () => {
  const { knowledge: _, ...rest } = source
  const withheld: MessageSource = { ...rest, title: null, passage: '', page: null, score: null, is_withheld: true }
  const { container } = await renderCard(withheld)
  expect(container).toHaveTextContent(texts.sources.withheld)
  expect(container).toHaveTextContent(texts.sources.unnamed)
  expect(container.querySelector('blockquote')).toBeNull()
})

test.each([
  ['Cotton shrinks by 3 %', null],
  ['Cotton shrinks by 4 %', 'Not found in the source: 4'],
])('a citation behind %j is marked %j', async (statement, mark) => {
  const reply = { message: { id: 'message', status: 'completed' as const }, sources: [source] }
  const panel = { openSources: () => undefined, openTold: () => undefined, openFile: () => undefined, canPreview: true }
  const { container } = await renderWithApp(
    <SourcePanelContext value={panel}>
      <ReplySourcesContext value={reply}>
        <Citation data-statement={statement} data-numbers="4">
          4
        </Citation>
      </ReplySourcesContext>
    </SourcePanelContext>,
  )
  expect(container.querySelector('[role=img]')?.getAttribute('aria-label') ?? null).toBe(mark)
})
