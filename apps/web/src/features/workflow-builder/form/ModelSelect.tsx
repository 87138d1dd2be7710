import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { tenantModelsQuery } from '#entities/model/models.queries.ts'

type ModelSelectProps = { label: string; value: string | null; error: string | undefined; onChange: (value: string | null) => void }

/** The value of the option without a fixed model. */
const choiceOfChat = ''

/** A model of the tenant, or the one that the user of the chat has chosen. */
export function ModelSelect({ label, value, error, onChange }: ModelSelectProps) {
  const { t } = useTranslation('builder')
  const { data: models = [] } = useQuery(tenantModelsQuery())
  const names = models.map(({ name }) => name)
  const isUnknown = value !== null && !names.includes(value)
  return (
    <Select
      label={label}
      searchable
      data={[
        { value: choiceOfChat, label: t('form.modelOfChat') },
        ...names.map((name) => ({ value: name, label: name })),
        ...(isUnknown ? [{ value, label: t('form.modelUnknown', { name: value }) }] : []),
      ]}
      value={value ?? choiceOfChat}
      error={error}
      onChange={(next) => onChange(next === choiceOfChat ? null : next)}
    />
  )
}
