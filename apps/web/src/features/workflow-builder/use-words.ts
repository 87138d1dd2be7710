// The words of nodes, fields and problems in the interface's language.
import { Language, languageNames } from '@heddle/contracts/languages'
import { errorHandle, defaultHandle } from '@heddle/contracts/workflow/workflow-graph'
import { errorFields } from '@heddle/workflow/model/graph/fields'
import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { useTranslation } from 'react-i18next'
import type builder from '#i18n/locales/en/builder.json'
import type { Problem } from './problems.ts'

type Texts = typeof builder
type Entry = { readonly id?: unknown; readonly name?: unknown; readonly label?: unknown }

/** What a `parameter_extract` gives beside the values of its author. */
const ownOutputs: ReadonlySet<string> = new Set(['missing', ...Object.keys(errorFields)])

export function useWords() {
  const { t, i18n } = useTranslation(['builder', 'form', 'common'])

  const formatType = (type: string): string => t(`builder:type.${type as keyof Texts['type']}`)
  const formatTitle = ({ title, type }: GraphNode): string => title.trim() || formatType(type)
  /** Returns the title with the name that references use. */
  const formatNode = (node: GraphNode): string => t('common:qualified', { label: formatTitle(node), detail: node.id })
  /** Returns the label of a field; a name that an author gave has none. */
  const formatField = (name: string): string =>
    i18n.exists(`builder:field.${name}`) ? t(`builder:field.${name as keyof Texts['field']}`) : name
  /** Returns the label of what a node of a type gives to later ones; the values of a `parameter_extract` have the names of their author. */
  const formatOutput = (type: string, name: string): string =>
    i18n.exists(`builder:output.${name}`) && (type !== 'parameter_extract' || ownOutputs.has(name))
      ? t(`builder:output.${name as keyof Texts['output']}`)
      : name

  /** Returns the words of an option; names like the methods of HTTP have none. */
  function formatOption(option: string): string {
    const language = Language.safeParse(option).data
    if (language) return languageNames[language]
    return i18n.exists(`builder:option.${option}`) ? t(`builder:option.${option as keyof Texts['option']}`) : option
  }

  /** Returns the name of a node's exit: of a category, a case, or one that every such node has. */
  function formatHandle(node: GraphNode, handle: string): string {
    if (handle === errorHandle) return t('builder:handle.error')
    if (handle === defaultHandle) return t('builder:handle.out')
    const lists = Object.values((node.config ?? {}) as Record<string, unknown>).filter((value) => Array.isArray(value))
    const entry = lists.flat().find((each: Entry) => each.id === handle) as Entry | undefined
    const name = [entry?.name, entry?.label].find((each) => typeof each === 'string' && each !== '')
    if (typeof name === 'string') return name
    return i18n.exists(`builder:handle.${handle}`) ? t(`builder:handle.${handle as keyof Texts['handle']}`) : handle
  }

  /** Returns the name of a field by its path: "Categories 2: Name". */
  function formatPath(path: string): string {
    const parts = path.split('.').filter((part) => part !== 'config')
    const [first = '', ...rest] = parts
    return rest.reduce(
      (label, part) =>
        /^\d+$/.test(part)
          ? t('builder:list.entry', { label, number: Number(part) + 1 })
          : t('common:labeled', { label, value: formatField(part) }),
      formatField(first),
    )
  }

  /** Returns the part of a node that a problem is about: a field or an exit; null for the whole node. */
  function formatPart(node: GraphNode, { field, handle }: Problem): string | null {
    if (handle !== undefined) return formatHandle(node, handle)
    return field === undefined ? null : formatPath(field)
  }

  function formatProblem(problem: Problem): string {
    if ('rule' in problem) return t(`form:rule.${problem.rule.key}`, { count: problem.rule.count ?? 0 })
    return t(`builder:problem.code.${problem.code}`, { subject: problem.subject })
  }

  return {
    formatType,
    formatTitle,
    formatNode,
    formatField,
    formatOutput,
    formatOption,
    formatHandle,
    formatPath,
    formatPart,
    formatProblem,
  }
}
