// What is kept of what a model was told: never the texts of the workflow or the expert.
import type { KeptContext } from '@heddle/contracts/message/told'
import type { LayerText, PromptLayer } from '@heddle/workflow/model/call/prompt-layer'
import type { CallLayers } from '../../run/run.ts'

/** Returns what goes to the owner of a call's layers. */
function summarizeCall({ layers, messages }: Omit<CallLayers, 'nodeId'>): KeptContext {
  const listTexts = (name: PromptLayer['name']) => layers.find((layer) => layer.name === name)?.texts ?? []
  const person = listTexts('person')
  const findText = (title: string) => person.find((text) => text.title === title)?.text ?? ''
  return {
    person:
      person.length > 0 ? { about_me: findText('aboutMe'), how_to_answer: findText('howToAnswer'), is_cut: person.some(isCut) } : null,
    folders: listTexts('folder').map((each) => ({ name: each.title ?? '', instructions: each.text, is_cut: isCut(each) })),
    history_count: listTexts('history').length,
    image_count: messages.reduce((sum, { images = [] }) => sum + images.length, 0),
    files: countByTitle(listTexts('files')).map(([name, passage_count]) => ({ name: name ?? '', passage_count })),
    passage_count: listTexts('passages').length,
  }
}

/** Keeps what the models of a reply were told. */
export function createToldRecord() {
  /** By node: a repeated call replaces the one before. */
  const calls = new Map<string, KeptContext>()
  return {
    add: (call: CallLayers) => void calls.set(call.nodeId, summarizeCall(call)),
    /** Returns what they were told together; null when no model was called. */
    read: () => mergeContexts([...calls.values()]),
  }
}

function mergeContexts(contexts: readonly KeptContext[]): KeptContext | null {
  const [first] = contexts
  if (!first) return null
  const files = new Map(contexts.flatMap((each) => each.files.map((file) => [file.name, file] as const)))
  return {
    ...first,
    history_count: Math.max(...contexts.map(({ history_count }) => history_count)),
    image_count: Math.max(...contexts.map(({ image_count }) => image_count)),
    files: [...files.values()],
    passage_count: Math.max(...contexts.map(({ passage_count }) => passage_count)),
  }
}

const isCut = (text: LayerText) => text.isCut === true

function countByTitle(texts: readonly LayerText[]): [string | null, number][] {
  return [...Map.groupBy(texts, ({ title }) => title)].map(([title, { length }]) => [title, length])
}
