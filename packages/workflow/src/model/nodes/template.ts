import type { TemplateNode } from '@heddle/contracts/workflow/workflow-graph'
import type { NodeType } from '../node-type.ts'
import { requireFields } from './required-fields.ts'

/** A text put together of others: `text`. */
export const templateNode: NodeType<TemplateNode> = {
  fields: () => ({ text: 'text' }),
  templates: ({ config }) => ({ 'config.text': config.text }),
  findProblems: ({ config }) => requireFields({ 'config.text': config.text }),
  // oxlint-disable-next-line require-yield -- it emits no events
  async *run({ config }, { render }) {
    return { output: { text: render(config.text) } }
  },
}
