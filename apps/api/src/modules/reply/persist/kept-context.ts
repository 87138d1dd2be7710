// What is kept of what a model was told: never the texts of the workflow or the expert.
import type { KeptContext } from '@heddle/contracts/message/told'
import type { LayerText, PromptLayer } from '@heddle/workflow/model/call/prompt-layers'
import type { CallLayers } from '../../run/run.ts'

/** Returns what goes to the owner of a call's layers. */
export function summarizeCall({ layers, messages }: Omit<CallLayers, 'nodeId'>): KeptContext {
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
    passages: countByTitle(listTexts('passages')).map(([title, passage_count]) => ({ title, passage_count })),
  }
}

/** Returns what several models of one reply were told together; null for none. */
export function mergeContexts(contexts: readonly KeptContext[]): KeptContext | null {
  const [first, ...others] = contexts
  if (!first) return null
  return others.reduce(
    (merged, each) => ({
      ...merged,
      history_count: Math.max(merged.history_count, each.history_count),
      image_count: Math.max(merged.image_count, each.image_count),
      files: [...merged.files, ...each.files.filter(({ name }) => merged.files.every((file) => file.name !== name))],
      passages: [...merged.passages, ...each.passages.filter(({ title }) => merged.passages.every((passage) => passage.title !== title))],
    }),
    first,
  )
}

const isCut = (text: LayerText) => text.isCut === true

function countByTitle(texts: readonly LayerText[]): [string | null, number][] {
  return [...Map.groupBy(texts, ({ title }) => title)].map(([title, { length }]) => [title, length])
}
