import type { WorkflowNode } from '@heddle/contracts/workflow/workflow-graph'
import type { NodeType, WorkflowInput } from '../node-type.ts'
import { languageNamesInEnglish } from '../call/response-language.ts'

type StartNode = Extract<WorkflowNode, { type: 'start' }>

/** Returns the output of the start of a run. */
export const createStartOutput = ({ question, responseLanguage }: Pick<WorkflowInput, 'question' | 'responseLanguage'>) => ({
  question,
  response_language: languageNamesInEnglish[responseLanguage],
})

/** The start of a run: `question` is the user's question, `response_language` the English name of the response language. */
export const startNode: NodeType<StartNode> = {
  fields: () => ({ question: 'text', response_language: 'text' }),
  templates: () => ({}),
  // oxlint-disable-next-line require-yield -- it emits no events
  async *run(_node, { input }) {
    return { output: createStartOutput(input) }
  },
}
