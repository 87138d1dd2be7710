import { languages, languageTags } from '@heddle/contracts/languages'
import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { createNode } from '@heddle/workflow/model/graph/new-node'
import { act, screen } from '@testing-library/react'
import i18next from 'i18next'
import { beforeEach, expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { respond, serve } from '#testing/serve.ts'
import { id } from '#testing/wire.ts'
import { VersionDiff } from './VersionDiff.tsx'

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

const change = (node: GraphNode, config: object, rest: Partial<GraphNode> = {}): GraphNode => ({
  ...node,
  ...rest,
  config: { ...(node.config as object), ...config },
})
const llm = createNode('llm', 'llm', 'Model')
const search = createNode('knowledge_retrieval', 'found', 'Search')
const before = { nodes: [llm, search], edges: [] }
const after = {
  nodes: [
    change(llm, { prompt: 'Be short.', model: 'small', history_messages: 3 }, { on_error: 'branch', timeout_s: 9 }),
    change(search, { collections: [id(7)], on_empty: 'branch', rerank: true, languages: ['th'] }),
  ],
  edges: [{ source: 'found', source_handle: 'empty', target: 'llm' }],
}

test('the difference of two versions speaks of fields and values as the form does', async () => {
  serve(() =>
    respond({ site: { models: [], allowed_hosts: [], collections: [{ id: id(7), name: { default: 'Standards' } }], datasets: [] } }),
  )
  await renderWithApp(<VersionDiff label="Difference" before={before} after={after} />)
  expect(await screen.findByText('Standards')).toBeVisible()
  for (const label of ['Prompt', 'Model', 'Earlier messages', 'Knowledge collections', 'On failure', 'If nothing is found'])
    expect(screen.getAllByText(label)[0]).toBeVisible()
  expect(screen.getByText('Continue on a separate branch').tagName).toBe('INS')
  expect(screen.getByText('Search (Nothing found) → Model')).toBeVisible()
})

test.each(languages)('it has no raw name of a field in %s', async (language) => {
  serve(() => respond({ site: { models: [], allowed_hosts: [], collections: [], datasets: [] } }))
  await renderWithApp(<VersionDiff label="Difference" before={before} after={after} />)
  await act(() => i18next.changeLanguage(languageTags[language]))
  const { textContent } = screen.getByRole('region', { name: 'Difference' })
  expect(textContent).not.toMatch(/config|on_empty|timeout_s|history_messages|null|true/)
  expect(textContent).toContain(i18next.t('builder:field.history_messages'))
})
