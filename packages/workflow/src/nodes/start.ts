import type { WorkflowNode } from '@heddle/contracts/workflow'
import type { NodeType } from '../node-type.ts'
import { languageNamesInEnglish } from '../response-language.ts'

type StartNode = Extract<WorkflowNode, { type: 'start' }>

/** Where a run begins: `question` is what the user asked, `response_language` the English name of the language to answer in. */
export const startNode: NodeType<StartNode> = {
  fields: () => ({ question: 'text', response_language: 'text' }),
  templates: () => ({}),
  // oxlint-disable-next-line require-yield -- it has nothing to say before it ends
  async *run(_node, { input }) {
    return { output: { question: input.question, response_language: languageNamesInEnglish[input.responseLanguage] } }
  },
}
