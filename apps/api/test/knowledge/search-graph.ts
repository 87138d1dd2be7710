import { defaultSearchSettings } from '@heddle/contracts/retrieval/search'

/** A workflow that answers from what its collections have, or says that nothing was found. */
export const createSearchGraph = (collections: readonly string[]) => ({
  nodes: [
    { id: 'start', type: 'start', title: 'Question' },
    {
      id: 'found',
      type: 'knowledge_retrieval',
      title: 'Search',
      config: {
        collections,
        query: '{{start.question}}',
        wordings: '',
        tags: [],
        languages: [],
        ...defaultSearchSettings,
        context_percent: 50,
        on_empty: 'branch',
      },
    },
    {
      id: 'llm',
      type: 'llm',
      title: 'Model',
      config: { model: null, prompt: 'Answer.\n\n{{found.text}}', question: '{{start.question}}', temperature: null, history_messages: 4 },
    },
    { id: 'answer', type: 'answer', title: 'Answer', config: { text: '{{llm.text}}' } },
    { id: 'sorry', type: 'answer', title: 'Sorry', config: { text: 'Nothing was found.' } },
  ],
  edges: [
    { source: 'start', target: 'found' },
    { source: 'found', target: 'llm' },
    { source: 'found', source_handle: 'empty', target: 'sorry' },
    { source: 'llm', target: 'answer' },
  ],
})
