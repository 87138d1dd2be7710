import type { UsageLimitScope } from '@heddle/contracts/usage-limit/usage-limit'
import { Input, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AssistantSelect } from '#entities/assistant/AssistantSelect.tsx'
import { GroupSelect } from '#entities/group/GroupSelect.tsx'
import { UserSelect } from '#entities/user/UserSelect.tsx'
import { limitQueries } from './limits.queries.ts'

export type NamedScope = Exclude<UsageLimitScope, 'tenant'>

type TargetFieldProps = {
  scope: NamedScope
  value: string | null
  error: ReactNode
  onChange: (id: string | null) => void
}

/** Chooses the user, group, expert or model that a limit is for. Mount a new one for another scope. */
export function TargetField({ scope, value, error, onChange }: TargetFieldProps) {
  const { t } = useTranslation('limit')
  if (scope === 'user')
    return (
      <Input.Wrapper description={t('field.personHint')}>
        <UserSelect
          label={t('field.person')}
          w="100%"
          required
          value={value ?? undefined}
          chosenName={undefined}
          error={error}
          onChange={onChange}
        />
      </Input.Wrapper>
    )
  const field = { label: t(`field.${scope}`), description: t(`field.${scope}Hint`), required: true, value, error }
  if (scope === 'group') return <GroupSelect {...field} onChange={(group) => onChange(group?.id ?? null)} />
  if (scope === 'model') return <ModelSelect {...field} onChange={onChange} />
  return <AssistantSelect scope="managed" {...field} onChange={onChange} />
}

type SelectFieldProps = Omit<TargetFieldProps, 'scope'> & { label: string; description: string; required: boolean }

function ModelSelect(props: SelectFieldProps) {
  const { data: models = [] } = useQuery(limitQueries.models())
  return (
    <Select
      searchable
      checkIconPosition="right"
      comboboxProps={{ shadow: 'md' }}
      {...props}
      data={models.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
