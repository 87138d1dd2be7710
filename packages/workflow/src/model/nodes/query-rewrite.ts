// Writes the question again so that it stands alone, for searches and for other nodes. A reader never sees the call itself.
import type { QueryRewriteNode } from '@heddle/contracts/workflow/workflow-graph'
import type { Language } from '@heddle/contracts/languages'
import { callModel } from '../call/model-call.ts'
import type { NodeContext, NodeType } from '../node-type.ts'
import type { ModelMessage } from '../ports.ts'
import { type Fit, fitHistory, joinPrompt } from '../call/prompt-messages.ts'
import { languageNamesInEnglish } from '../call/response-language.ts'
import type { NodeOutput, ValueType } from '../value.ts'
import { requireFields } from './required-fields.ts'

const instruction = `Rewrite the user's question so that it can be understood without the conversation before it: put in what its pronouns and omissions refer to.
Keep its meaning, its language unless told otherwise below, and all names, numbers and codes. Do not answer it.`

const plainForm = 'Write only the rewritten question, in one paragraph, without quotation marks and without explanations.'

const createLinesForm = (names: readonly string[]) =>
  `Write it on one line. Below it, translate it into ${names.join(', ')}: each translation on a line of its own, in this order, with the technical terms that documents in that language have. Write only these ${names.length + 1} lines, without the names of the languages, without quotation marks and without explanations.`

const maxOutputTokens = 1_024

const withWordings: Readonly<Record<string, ValueType>> = { text: 'text', wordings: 'text' }

/** The rewritten question: `text`. When no model can write it to its end, that is the question itself. `wordings` are its translations, one a line. */
export const queryRewriteNode: NodeType<QueryRewriteNode> = {
  fields: ({ config }) => (config.document_languages ? withWordings : { text: 'text' }),
  templates: ({ config }) => ({ 'config.question': config.question, 'config.instructions': config.instructions }),
  model: ({ config }) => config.model,
  findProblems: ({ config }) => requireFields({ 'config.question': config.question }),
  isReplayed: true,
  replaceFailed: ({ config }, { render }) => toOutput(config, [render(config.question)]),

  async *run({ id, config }, context) {
    const question = context.render(config.question)
    const instructions = context.render(config.instructions)
    const languages = config.document_languages ? await findDocumentLanguages(question, context) : []
    // Without a conversation and instructions there is nothing to put into the question.
    const isComplete = instructions.trim() === '' && (context.input.history.length === 0 || config.history_messages === 0)
    if (isComplete && languages.length === 0) return { output: toOutput(config, [question]) }
    const form = languages.length > 0 ? createLinesForm(languages.map((language) => languageNamesInEnglish[language])) : plainForm
    return yield* callModel(
      {
        nodeId: id,
        model: config.model ?? context.input.model,
        createMessages: (fit) => buildMessages(config, question, [instruction, form, instructions], context.input.history, fit),
        temperature: 0,
        maxOutputTokens,
        isEmitted: false,
        accept: ({ text, outcome }) => {
          // A search with half of a question finds other things than one with all of it.
          if (outcome !== 'whole') return { output: toOutput(config, [question]) }
          const lines = languages.length > 0 ? readLines(text, languages.length + 1) : [text.trim()]
          return { output: toOutput(config, lines[0] ? lines : [question]) }
        },
      },
      context,
    )
  },
}

async function findDocumentLanguages(question: string, { ports, searchedCollections, input }: NodeContext): Promise<readonly Language[]> {
  if (searchedCollections.length === 0) return []
  if (!ports.retrieval) throw new Error('The run has no port for retrieval')
  return ports.retrieval.findOtherLanguages(searchedCollections, question, input.responseLanguage)
}

function toOutput(config: QueryRewriteNode['config'], [text = '', ...wordings]: readonly string[]): NodeOutput {
  if (!config.document_languages) return { text }
  return { text, wordings: wordings.join('\n') }
}

/** What models write before a line all the same: a bullet, a number, or the name of its language. */
const lineMark = new RegExp(String.raw`^(?:[-*•]|\d+[.)])?\s*(?:(?:${Object.values(languageNamesInEnglish).join('|')})\s*[:：])?\s*`, 'iu')

const readLines = (text: string, maxLines: number): string[] =>
  text
    .split('\n')
    .map((line) => line.trim().replace(lineMark, ''))
    .filter((line) => line !== '')
    .slice(0, maxLines)

function buildMessages(
  { history_messages: maxMessages }: QueryRewriteNode['config'],
  question: string,
  instructions: readonly string[],
  earlier: readonly ModelMessage[],
  fit: Fit,
): ModelMessage[] {
  const prompt: ModelMessage = { role: 'system', content: joinPrompt(instructions) }
  const asked: ModelMessage = { role: 'user', content: question }
  const history = fitHistory(earlier, maxMessages, [prompt, asked], fit)
  if (history.length === 0) return [prompt, asked]
  // As a text: models that are given a conversation continue it, and answer the question.
  const conversation = history.map(({ role, content }) => `${role === 'user' ? 'User' : 'Assistant'}: ${content}`).join('\n\n')
  return [prompt, { role: 'user', content: `The conversation:\n\n${conversation}\n\nThe question to rewrite:\n\n${question}` }]
}
