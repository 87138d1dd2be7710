/** A workflow that answers with what came of a query, by a fixed plan if there is one, each way with its own word. */
export const createQueryGraph = (datasetId: string, plan?: object) => ({
  nodes: [
    { id: 'start', type: 'start', title: 'Question' },
    {
      id: 'figures',
      type: 'dataset_query',
      title: 'Fabric tests',
      on_error: 'branch',
      config: {
        model: null,
        datasets: [datasetId],
        question: '{{start.question}}',
        instructions: '',
        history_messages: 0,
        ...(plan && { plan }),
        max_rows: 2,
        on_empty: 'branch',
      },
    },
    { id: 'answer', type: 'answer', title: 'Answer', config: { text: '{{figures.result}}' } },
    { id: 'none', type: 'answer', title: 'Empty', config: { text: 'Empty: {{figures.text}}' } },
    { id: 'unknown', type: 'answer', title: 'No value', config: { text: 'No value: {{figures.text}}' } },
    { id: 'unsaid', type: 'answer', title: 'Not said', config: { text: 'Not said: {{figures.text}}' } },
    { id: 'failed', type: 'answer', title: 'Failed', config: { text: 'Failed: {{figures.error_code}}' } },
  ],
  edges: [
    { source: 'start', target: 'figures' },
    { source: 'figures', target: 'answer' },
    { source: 'figures', source_handle: 'empty', target: 'none' },
    { source: 'figures', source_handle: 'no_such_value', target: 'unknown' },
    { source: 'figures', source_handle: 'not_expressible', target: 'unsaid' },
    { source: 'figures', source_handle: 'error', target: 'failed' },
  ],
})
