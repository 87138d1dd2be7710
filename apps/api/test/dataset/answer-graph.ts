/** A workflow that gives the approved answer, and asks a model with the hints where there is none. */
export const createAnswerGraph = (datasetId: string) => ({
  nodes: [
    { id: 'start', type: 'start', title: 'Question' },
    {
      id: 'match',
      type: 'qa_match',
      title: 'Approved answers',
      on_error: 'branch',
      config: { model: null, datasets: [datasetId], question: '{{start.question}}', on_empty: 'branch' },
    },
    { id: 'approved', type: 'answer', title: 'Approved', config: { text: '{{match.text}}' } },
    {
      id: 'llm',
      type: 'llm',
      title: 'Model',
      config: { model: null, prompt: 'Hints: {{match.hints}}', question: '{{start.question}}', temperature: null, history_messages: 0 },
    },
    { id: 'answer', type: 'answer', title: 'Answer', config: { text: 'Model: {{llm.text}}' } },
    { id: 'failed', type: 'answer', title: 'Failed', config: { text: 'Failed: {{match.error_code}}' } },
  ],
  edges: [
    { source: 'start', target: 'match' },
    { source: 'match', target: 'approved' },
    { source: 'match', source_handle: 'empty', target: 'llm' },
    { source: 'match', source_handle: 'error', target: 'failed' },
    { source: 'llm', target: 'answer' },
  ],
})
