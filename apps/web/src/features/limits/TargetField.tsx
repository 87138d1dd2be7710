import type { UsageLimitScope } from '@heddle/contracts/tenant/usage-limit'
import { Input, Loader, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { assistantQueries } from '#entities/assistant/assistants.queries.ts'
import { GroupSelect } from '#entities/group/GroupSelect.tsx'
import { UserSelect } from '#entities/user/UserSelect.tsx'
import { useLocalized } from '#i18n/use-language.ts'
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
  return <AssistantSelect {...field} onChange={onChange} />
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

function AssistantSelect(props: SelectFieldProps) {
  const { t } = useTranslation('table')
  const localized = useLocalized()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  // The name of the chosen expert in the field is no search text.
  const [keyword] = useDebouncedValue(typed === chosen?.label ? '' : typed.trim(), 250)
  const { data, isFetching } = useInfiniteQuery({
    ...assistantQueries.list({ scope: 'managed', keyword }),
    placeholderData: keepPreviousData,
  })
  const options = (data?.pages ?? []).flatMap(({ assistants }) => assistants.map(({ id, name }) => ({ value: id, label: localized(name) })))
  const isListed = chosen === null || options.some(({ value }) => value === chosen.value)
  return (
    <Select
      searchable
      checkIconPosition="right"
      comboboxProps={{ shadow: 'md' }}
      nothingFoundMessage={isFetching ? t('searching') : t('nothingFound')}
      rightSection={isFetching ? <Loader size={14} /> : undefined}
      {...props}
      data={isListed ? options : [chosen, ...options]}
      // The server has searched already, in every language of the names.
      filter={({ options: all }) => all}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(next, option) => {
        setChosen(option ? { value: option.value, label: option.label } : null)
        props.onChange(next)
      }}
    />
  )
}
