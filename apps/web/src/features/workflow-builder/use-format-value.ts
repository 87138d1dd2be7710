// The values of a node's fields as its form shows them.
import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { workflowSiteQuery } from '#entities/workflow/workflow-site.queries.ts'
import { useListText, useLocalized } from '#i18n/use-language.ts'
import type builder from '#i18n/locales/en/builder.json'
import { formatAsText } from '#shared/forms/paths.ts'
import { type Field, listConfigFields } from './form/fields.ts'
import { type ResourceField, unknownResources } from './form/resource-fields.ts'
import { useWords } from './use-words.ts'

/** Returns the field at a path of a node's configuration: `config.cases.0.match`. */
function findField(type: string, path: string): Field | undefined {
  const [first, ...names] = path.split('.').filter((part) => !/^\d+$/.test(part))
  if (first !== 'config') return undefined
  return names.reduce<{ fields: readonly Field[]; field?: Field | undefined }>(
    ({ fields }, name) => {
      const field = fields.find((each) => each.name === name)
      return { field, fields: field?.kind === 'objects' ? field.fields : [] }
    },
    { fields: listConfigFields(type) },
  ).field
}

/** Returns a function that formats the value at a path of a node. */
export function useFormatValue() {
  const { t } = useTranslation('builder')
  const { formatOption, formatType } = useWords()
  const { data: site } = useQuery(workflowSiteQuery())
  const localized = useLocalized()
  const listText = useListText()

  function formatResource(kind: ResourceField, id: unknown): string {
    if (!site) return ''
    const resource = site[kind].find((each) => each.id === id)
    return resource ? localized(resource.name) : t(unknownResources[kind])
  }

  return (node: GraphNode, path: string, value: unknown): string => {
    const field = findField(node.type, path)
    if (field?.name === 'model' && (value === null || value === undefined)) return t('form.modelOfChat')
    if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no')
    if (typeof value === 'string' && path === 'type') return formatType(value)
    if (path === 'on_error') return t(`failure.${(value ?? 'fail') as keyof Pick<typeof builder.failure, 'fail'>}`)
    if (typeof value === 'string' && field?.kind === 'choice') return formatOption(value)
    if (Array.isArray(value) && (field?.kind === 'collections' || field?.kind === 'datasets'))
      return listText(value.map((id) => formatResource(field.kind, id)))
    if (Array.isArray(value) && field) return listText(value.map((each) => formatOption(String(each))))
    if ((field?.kind === 'json' || field?.kind === 'plan') && value) return JSON.stringify(value, null, 2)
    return formatAsText(value)
  }
}
