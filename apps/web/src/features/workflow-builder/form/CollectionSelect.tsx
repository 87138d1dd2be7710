import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { workflowSiteQuery } from '#entities/workflow/workflow-site.queries.ts'
import { useLocalized } from '#i18n/use-language.ts'

type CollectionSelectProps = {
  label: string
  value: readonly string[]
  max: number | null
  error: string | undefined
  onChange: (value: string[]) => void
}

/** Knowledge collections of the tenant, by name. */
export function CollectionSelect({ label, value, max, error, onChange }: CollectionSelectProps) {
  const { t } = useTranslation('builder')
  const localized = useLocalized()
  const { data: site } = useQuery(workflowSiteQuery())
  const offered = (site?.collections ?? []).map(({ id, name }) => ({ value: id, label: localized(name) }))
  const gone = value.filter((id) => site && offered.every((each) => each.value !== id))
  return (
    <MultiSelect
      label={label}
      searchable
      data={[...offered, ...gone.map((id) => ({ value: id, label: t('form.collectionUnknown') }))]}
      value={[...value]}
      error={error}
      maxValues={max ?? undefined}
      onChange={onChange}
    />
  )
}
