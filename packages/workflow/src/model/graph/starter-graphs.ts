// Ready-made workflows.
import type { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'

const documentStep = { id: 'files', type: 'document_extract', title: 'Files', config: { context_percent: 50 } } as const

const plainChatPrompt = `You are a helpful, precise assistant of a research institute.
Answer what was asked, say when you are not sure, and never invent facts, figures or sources.
Use Markdown where it helps the reader: short headings, lists, tables for comparisons, code blocks for code.

{{files.text}}`

const writingHelperPrompt = `You are an editor. Rewrite the text that you are given in {{start.response_language}} so that it reads clearly and professionally.
Keep its meaning, its facts, figures, units and names, and its Markdown.
Give the rewritten text first; below it, under a short heading, list the most important changes.
When you are given a task instead of a text ("write an e-mail that …"), write the text that it asks for.

{{files.text}}`

/** Returns the workflow of a conversation with the chat's model, with the history and the chat's files. */
export function createPlainChatGraph(): WorkflowGraph {
  return {
    nodes: [
      { id: 'start', type: 'start', title: 'Question' },
      documentStep,
      {
        id: 'llm',
        type: 'llm',
        title: 'Language model',
        config: { model: null, prompt: plainChatPrompt, question: '{{start.question}}', temperature: null, history_messages: 20 },
      },
      { id: 'answer', type: 'answer', title: 'Answer', config: { text: '{{llm.text}}' } },
    ],
    edges: [
      { source: 'start', target: 'files' },
      { source: 'files', target: 'llm' },
      { source: 'llm', target: 'answer' },
    ],
  }
}

/** Returns a workflow that writes or rewrites one text at a time, with the chat's files and without the history. */
export function createWritingHelperGraph(): WorkflowGraph {
  return {
    nodes: [
      { id: 'start', type: 'start', title: 'Text' },
      documentStep,
      {
        id: 'writer',
        type: 'llm',
        title: 'Rewriting',
        config: { model: null, prompt: writingHelperPrompt, question: '{{start.question}}', temperature: 0.3, history_messages: 0 },
      },
      { id: 'answer', type: 'answer', title: 'Answer', config: { text: '{{writer.text}}' } },
    ],
    edges: [
      { source: 'start', target: 'files' },
      { source: 'files', target: 'writer' },
      { source: 'writer', target: 'answer' },
    ],
  }
}
