// Ready-made workflows that an administrator begins with.
import type { Language } from '@heddle/contracts/languages'
import {
  type DatasetQueryNode,
  emptyHandle,
  type KnowledgeRetrievalNode,
  noSuchValueHandle,
  notExpressibleHandle,
  type QueryRewriteNode,
  type WorkflowGraph,
} from '@heddle/contracts/workflow/workflow-graph'
import { translate, translateAll, type Translations, wordKeys, type WordKey } from '@heddle/words/words'
import { createNode } from '../graph/new-node.ts'
import { createPlainChatGraph, createWritingHelperGraph } from '../graph/starter-graphs.ts'

type TemplateId = keyof typeof graphs

export type WorkflowTemplate = {
  readonly id: TemplateId
  readonly name: Translations
  readonly description: Translations
  /** Returns the graph, with the titles of its nodes in a language. */
  readonly createGraph: (language: Language) => WorkflowGraph
}

const filePrompt = `You answer questions about the files of the chat.
Answer only from the passages below, and cite each that you use by its number, like [1].
When they do not say it, say so; never add knowledge of your own.

{{files.text}}`

const documentPrompt = `You answer questions about the documents of a research institute.
Answer only from the passages below, and cite each that you use by its number, like [1].
When they do not say it, say so; never add knowledge of your own.

{{found.text}}`

const datasetPrompt = `You answer questions about a table of a research institute.
Answer only from the result below, which was computed from its rows. Take over its figures and units as they stand, and calculate none of your own.
Cite it by its number, like [1]. Say how many rows were counted, and what was left out.

{{found.text}}`

const approvedPrompt = `You answer questions for a research institute. There is no approved answer to this question.
Where passages are below, they are approved answers to other questions that are near: use them only where they answer this one, and cite each that you use by its number, like [1].
When you do not know, say so, and name who could be asked.

{{match.hints}}`

const standardsPrompt = `You look up standards and test methods for a research institute.
Answer only from the passages below. Name the standard with its complete number and edition, and quote values, units and conditions exactly as they stand there.
Cite each passage that you use by its number, like [1]. When a standard has expired or been replaced, say so first. Never add a number of your own.

{{found.text}}`

const translationPrompt = `You are a translator. Translate the text that you are given into {{start.response_language}}.
Keep its meaning, its Markdown, its figures, units, names and technical terms. Return only the translation.

{{files.text}}`

const deskPrompt = (task: string) => `You are the help desk of a research institute. ${task}
Answer in short steps. Say what you would need to know when the question leaves it open, and never invent names, addresses or rules.`

const createModelNode = (id: string, title: string, prompt: string, historyMessages: number) =>
  ({
    id,
    type: 'llm',
    title,
    config: { model: null, prompt, question: '{{start.question}}', temperature: null, history_messages: historyMessages },
  }) as const

const titlePrefix = 'templateNode.'
type TitleName<Key> = Key extends `${typeof titlePrefix}${infer Name}` ? Name : never
type Titles = Readonly<Record<TitleName<WordKey>, string>>

function createTitles(language: Language): Titles {
  const keys = wordKeys.filter((key) => key.startsWith(titlePrefix))
  return Object.fromEntries(keys.map((key) => [key.slice(titlePrefix.length), translate(language, key)])) as Titles
}

/** Returns the graph with other titles of nodes, by id. */
const withTitles = (graph: WorkflowGraph, titles: Readonly<Record<string, string>>): WorkflowGraph => ({
  ...graph,
  nodes: graph.nodes.map((node) => ({ ...node, title: titles[node.id] ?? node.title })),
})

/** Returns a workflow of the question, the chat's files, one model and its answer. */
function createModelGraph(titles: Titles, { id, title, prompt, historyMessages }: ModelStep): WorkflowGraph {
  return {
    nodes: [
      { id: 'start', type: 'start', title: titles.question },
      { id: 'files', type: 'document_extract', title: titles.files, config: { context_percent: 70 } },
      createModelNode(id, title, prompt, historyMessages),
      { id: 'answer', type: 'answer', title: titles.answer, config: { text: `{{${id}.text}}` } },
    ],
    edges: [
      { source: 'start', target: 'files' },
      { source: 'files', target: id },
      { source: id, target: 'answer' },
    ],
  }
}

type ModelStep = { readonly id: string; readonly title: string; readonly prompt: string; readonly historyMessages: number }

/** Returns a search whose collections are for the author to choose. */
function createSearchNode(title: string, changes: Partial<KnowledgeRetrievalNode['config']> = {}) {
  const node = createNode('knowledge_retrieval', 'found', title) as KnowledgeRetrievalNode
  return { ...node, config: { ...node.config, ...changes } }
}

function createDocumentGraph(titles: Titles): WorkflowGraph {
  return {
    nodes: [
      { id: 'start', type: 'start', title: titles.question },
      createRewriteNode('rewritten', titles.question_alone, { document_languages: true }),
      createSearchNode(titles.search, { query: '{{rewritten.text}}', wordings: '{{rewritten.wordings}}' }),
      createModelNode('llm', titles.model, documentPrompt, 10),
      { id: 'answer', type: 'answer', title: titles.answer, config: { text: '{{llm.text}}' } },
    ],
    edges: [
      { source: 'start', target: 'rewritten' },
      { source: 'rewritten', target: 'found' },
      { source: 'found', target: 'llm' },
      { source: 'llm', target: 'answer' },
    ],
  }
}

const createRewriteNode = (id: string, title: string, changes: Partial<QueryRewriteNode['config']> = {}) =>
  ({
    id,
    type: 'query_rewrite',
    title,
    config: { model: null, question: '{{start.question}}', instructions: '', history_messages: 6, ...changes },
  }) as const

/** The dataset is for the author to choose. What it cannot answer is told in the words of the query, by no model. */
function createDatasetGraph(titles: Titles): WorkflowGraph {
  const query = createNode('dataset_query', 'found', titles.query) as DatasetQueryNode
  return {
    nodes: [
      { id: 'start', type: 'start', title: titles.question },
      { ...query, config: { ...query.config, on_empty: 'branch' } },
      createModelNode('llm', titles.model, datasetPrompt, 6),
      { id: 'answer', type: 'answer', title: titles.answer, config: { text: '{{llm.text}}' } },
      { id: 'nothing', type: 'answer', title: titles.nothing_found, config: { text: '{{found.result}}' } },
    ],
    edges: [
      { source: 'start', target: 'found' },
      { source: 'found', target: 'llm' },
      { source: 'llm', target: 'answer' },
      ...[emptyHandle, noSuchValueHandle, notExpressibleHandle].map((handle) => ({
        source: 'found',
        source_handle: handle,
        target: 'nothing',
      })),
    ],
  }
}

/** The dataset is for the author to choose. A model is asked only where no approved answer is near enough. */
function createApprovedGraph(titles: Titles): WorkflowGraph {
  return {
    nodes: [
      { id: 'start', type: 'start', title: titles.question },
      createNode('qa_match', 'match', titles.approved_answer),
      { id: 'approved', type: 'answer', title: titles.answer, config: { text: '{{match.text}}' } },
      createModelNode('llm', titles.model, approvedPrompt, 10),
      { id: 'answer', type: 'answer', title: `${titles.answer} 2`, config: { text: '{{llm.text}}' } },
    ],
    edges: [
      { source: 'start', target: 'match' },
      { source: 'match', target: 'approved' },
      { source: 'match', source_handle: emptyHandle, target: 'llm' },
      { source: 'llm', target: 'answer' },
    ],
  }
}

/** Standards are often in English: the question is searched in its own language and in that one. */
function createStandardsGraph(titles: Titles, language: Language): WorkflowGraph {
  const wordings = { query: '{{rewritten.text}}', wordings: '{{english.text}}' }
  return {
    nodes: [
      { id: 'start', type: 'start', title: titles.question },
      createRewriteNode('rewritten', titles.question_alone),
      createRewriteNode('english', titles.question_in_english, { instructions: 'Write it in English, whatever its language is.' }),
      createSearchNode(titles.search, { ...wordings, on_empty: 'branch' }),
      createModelNode('llm', titles.model, standardsPrompt, 6),
      { id: 'answer', type: 'answer', title: titles.answer, config: { text: '{{llm.text}}' } },
      { id: 'nothing', type: 'answer', title: titles.nothing_found, config: { text: translate(language, 'templateText.nothing_found') } },
    ],
    edges: [
      { source: 'start', target: 'rewritten' },
      { source: 'start', target: 'english' },
      { source: 'rewritten', target: 'found' },
      { source: 'english', target: 'found' },
      { source: 'found', target: 'llm' },
      { source: 'found', source_handle: 'empty', target: 'nothing' },
      { source: 'llm', target: 'answer' },
    ],
  }
}

/** Returns the answer of one branch: one for all branches would read those that a run does not take. */
const createBranchAnswer = (id: string, title: string) =>
  ({ id: `${id}_answer`, type: 'answer', title, config: { text: `{{${id}.text}}` } }) as const

function createHelpDeskGraph(titles: Titles): WorkflowGraph {
  const branches = [
    { id: 'technical', title: titles.technical, task: 'Help with devices, programs and the network.' },
    { id: 'account', title: titles.account, task: 'Help with accounts, passwords and permissions; never ask for a password.' },
    { id: 'general', title: titles.general, task: 'Help with everything that is neither technical nor about an account.' },
  ] as const
  const [technical, account] = branches
  return {
    nodes: [
      { id: 'start', type: 'start', title: titles.question },
      {
        id: 'topic',
        type: 'classifier',
        title: titles.topic,
        config: {
          model: null,
          question: '{{start.question}}',
          instructions: '',
          history_messages: 4,
          categories: [
            { id: technical.id, name: technical.title, description: 'Devices, programs, the network, printing, errors' },
            { id: account.id, name: account.title, description: 'Accounts, passwords, signing in, permissions' },
          ],
        },
      },
      ...branches.map(({ id, title, task }) => createModelNode(id, title, deskPrompt(task), 10)),
      ...branches.map(({ id }, index) => createBranchAnswer(id, index === 0 ? titles.answer : `${titles.answer} ${index + 1}`)),
    ],
    edges: [
      { source: 'start', target: 'topic' },
      { source: 'topic', source_handle: technical.id, target: technical.id },
      { source: 'topic', source_handle: account.id, target: account.id },
      { source: 'topic', source_handle: 'other', target: 'general' },
      ...branches.map(({ id }) => ({ source: id, target: `${id}_answer` })),
    ],
  }
}

/** In the order in which they are offered. */
const graphs = {
  plain_chat: ({ question: start, files, model: llm, answer }) => withTitles(createPlainChatGraph(), { start, files, llm, answer }),
  document_qa: createDocumentGraph,
  dataset_qa: createDatasetGraph,
  approved_first: createApprovedGraph,
  standards_lookup: createStandardsGraph,
  file_qa: (titles) => createModelGraph(titles, { id: 'llm', title: titles.model, prompt: filePrompt, historyMessages: 10 }),
  writing_helper: ({ text: start, files, rewriting: writer, answer }) =>
    withTitles(createWritingHelperGraph(), { start, files, writer, answer }),
  translation: (titles) =>
    createModelGraph(titles, { id: 'translator', title: titles.translation, prompt: translationPrompt, historyMessages: 0 }),
  help_desk: createHelpDeskGraph,
} satisfies Record<string, (titles: Titles, language: Language) => WorkflowGraph>

export const workflowTemplates: readonly WorkflowTemplate[] = (Object.keys(graphs) as TemplateId[]).map((id) => ({
  id,
  name: translateAll(`template.${id}.name`),
  description: translateAll(`template.${id}.description`),
  createGraph: (language) => graphs[id](createTitles(language), language),
}))

export function getTemplate(id: TemplateId): WorkflowTemplate {
  const template = workflowTemplates.find((each) => each.id === id)
  if (!template) throw new Error(`There is no template ${id}`)
  return template
}
