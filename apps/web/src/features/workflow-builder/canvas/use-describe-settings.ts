import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { workflowSiteQuery } from '#entities/workflow/workflow-site.queries.ts'
import { useLanguage, useListText, useLocalized } from '#i18n/use-language.ts'
import type { DraftGraph } from '../graph/draft.ts'
import { useSameValue } from '../use-same-value.ts'
import { useWords } from '../use-words.ts'
import { type ResourceField, unknownResources } from '../form/resource-fields.ts'
import { listSettings } from './settings.ts'

/** Returns a function that describes what a node is set to. It changes with the titles, the site and the language alone. */
export function useDescribeSettings(graph: DraftGraph): (node: GraphNode) => readonly string[] {
  const { t } = useTranslation(['builder', 'common'])
  const { tag } = useLanguage()
  const { formatOption } = useWords()
  const localized = useLocalized()
  const listText = useListText()
  const { data: site } = useQuery(workflowSiteQuery())
  const titles = useSameValue(graph.nodes.map(({ id, type, title }) => ({ id, type, title })))

  return useMemo(() => {
    const names = new Map<unknown, string>(
      [...(site?.collections ?? []), ...(site?.datasets ?? [])].map(({ id, name }) => [id, localized(name)]),
    )
    const words = {
      formatModel: (name: string | null) => name ?? t('builder:form.modelOfChat'),
      formatResources: (kind: ResourceField, ids: readonly unknown[]) =>
        ids.length === 0
          ? t(`builder:problem.code.${kind}_missing`)
          : listText(ids.map((id) => names.get(id) ?? (site ? t(`builder:${unknownResources[kind]}`) : '…'))),
      formatList: listText,
      formatOption,
      formatComparison: (value: string, operator: string, other: string) => t('builder:canvas.comparison', { value, operator, other }),
      // The number first: a long label is cut.
      formatShare: (percent: number) => [(percent / 100).toLocaleString(tag, { style: 'percent' }), t('builder:field.context_percent')],
    }
    return (node: GraphNode) => listSettings(node, { nodes: titles }, words)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the functions of words are new at every render, and change with the language
  }, [titles, site, tag])
}
