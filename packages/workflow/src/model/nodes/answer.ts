import type { AnswerNode } from '@heddle/contracts/workflow/workflow-graph'
import type { NodeType } from '../node-type.ts'
import { requireFields } from './required-fields.ts'

/** A part of the reply: `text`. The runner shows it as soon as it is known (see reply-composer.ts). */
export const answerNode: NodeType<AnswerNode> = {
  fields: () => ({ text: 'text' }),
  templates: ({ config }) => ({ 'config.text': config.text }),
  findProblems: ({ config }) => requireFields({ 'config.text': config.text }),
  replyTemplate: ({ config }) => config.text,
  // oxlint-disable-next-line require-yield -- it emits no events
  async *run({ config }, { render }) {
    return { output: { text: render(config.text) } }
  },
}
