/** A workflow whose query is this plan, and whose model answers from the result; the demonstration model repeats both. */
export const createCitingGraph = (datasetId: string, plan: object) => ({
  nodes: [
    { id: 'start', type: 'start', title: 'Question' },
    {
      id: 'figures',
      type: 'dataset_query',
      title: 'Figures',
      config: {
        model: null,
        datasets: [datasetId],
        question: `${JSON.stringify({ plan, not_expressible: null }, null, 1)} [[demo:echo,reasoning=none]]`,
        instructions: '',
        history_messages: 0,
        max_rows: 200,
        on_empty: 'branch',
      },
    },
    {
      id: 'llm',
      type: 'llm',
      title: 'Model',
      config: {
        model: null,
        prompt: 'Answer.\n\n{{figures.text}}',
        question: '{{start.question}}',
        temperature: null,
        history_messages: 0,
      },
    },
    { id: 'answer', type: 'answer', title: 'Answer', config: { text: '{{llm.text}}' } },
    { id: 'none', type: 'answer', title: 'Empty', config: { text: 'Empty: {{figures.result}}' } },
  ],
  edges: [
    { source: 'start', target: 'figures' },
    { source: 'figures', target: 'llm' },
    { source: 'figures', source_handle: 'empty', target: 'none' },
    { source: 'figures', source_handle: 'no_such_value', target: 'none' },
    { source: 'figures', source_handle: 'not_expressible', target: 'none' },
    { source: 'llm', target: 'answer' },
  ],
})
