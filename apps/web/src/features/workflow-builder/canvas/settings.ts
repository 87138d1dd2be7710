// What a node is set to in a few words: its model, the first words of its text, its resources, its comparison.
import { type Graph, type GraphNode } from '@heddle/workflow/model/graph/graph'
import { parseTemplate } from '@heddle/workflow/model/graph/template'
import type { ResourceField } from '../form/resource-fields.ts'

const maxLines = 2
const maxCharacters = 80

/** How the parts of a configuration are written. A draft may lack any of them. */
export type SettingWords = {
  /** `null`: the model that the user of the chat has chosen. */
  readonly formatModel: (name: string | null) => string
  readonly formatResources: (kind: ResourceField, ids: readonly unknown[]) => string
  readonly formatList: (items: readonly string[]) => string
  readonly formatOption: (option: string) => string
  /** `other` is empty for a comparison with nothing. */
  readonly formatComparison: (value: string, operator: string, other: string) => string
  readonly formatShare: (percent: number) => readonly string[]
}

type Config = Readonly<Record<string, unknown>>

const readText = (value: unknown): string => (typeof value === 'string' ? value : '')
const readEntries = (value: unknown): readonly Config[] => (Array.isArray(value) ? (value as readonly Config[]) : [])

/** Returns at most two lines. */
export function listSettings({ type, config }: GraphNode, { nodes }: Pick<Graph, 'nodes'>, words: SettingWords): readonly string[] {
  const { model, ...settings } = (config ?? {}) as Config
  const lines = listOwn()
  if (model !== undefined) lines.unshift(words.formatModel(typeof model === 'string' ? model : null))
  return lines
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .slice(0, maxLines)
    .map((line) => (line.length > maxCharacters ? `${line.slice(0, maxCharacters).toWellFormed()}…` : line))

  function listOwn(): string[] {
    switch (type) {
      case 'llm':
        return [write(settings['prompt'])]
      case 'query_rewrite':
      case 'classifier':
        return [write(settings['instructions'])]
      case 'parameter_extract':
        return [words.formatList(readEntries(settings['parameters']).map(({ name }) => readText(name)))]
      case 'knowledge_retrieval':
        return [words.formatResources('collections', readEntries(settings['collections']))]
      case 'dataset_query':
      case 'qa_match':
        return [words.formatResources('datasets', readEntries(settings['datasets']))]
      case 'document_extract':
        return typeof settings['context_percent'] === 'number' ? [...words.formatShare(settings['context_percent'])] : []
      case 'condition':
        return readEntries(settings['cases']).map(({ comparisons }) => readEntries(comparisons).map(writeComparison).join(' · '))
      case 'http_request':
        return [`${readText(settings['method'])} ${write(settings['url'])}`]
      case 'merge_results':
        return [words.formatOption(readText(settings['mode'])), words.formatList(readEntries(settings['sources']).map(write))]
      default:
        return [write(settings['text'])]
    }
  }

  function writeComparison({ value, operator, compare_to: other }: Config): string {
    const isUnary = readText(operator).endsWith('empty')
    return words.formatComparison(write(value), words.formatOption(readText(operator)), isUnary ? '' : write(other))
  }

  /** Names what a reference reads by its node. */
  function write(template: unknown): string {
    return parseTemplate(readText(template))
      .map((part) => (typeof part === 'string' ? part : nodes.find(({ id }) => id === part.nodeId)?.title || part.nodeId))
      .join('')
  }
}
