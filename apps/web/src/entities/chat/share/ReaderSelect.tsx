import type { ShareCandidate } from '@heddle/contracts/chat/share'
import { limits } from '@heddle/contracts/limits'
import { Loader, MultiSelect, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Name } from '#shared/ui/Name.tsx'
import type { Reader } from './share-form.ts'
import { shareQueries } from './shares.queries.ts'
import { useShareWords } from './use-share-words.ts'

type ReaderSelectProps = {
  kind: ShareCandidate['kind']
  value: readonly Reader[]
  /** Has the focus from the beginning. */
  isFocused: boolean
  onChange: (readers: Reader[]) => void
}

/** Users or groups of the tenant that are to read a chat, with search on the server. */
export function ReaderSelect({ kind, value, isFocused, onChange }: ReaderSelectProps) {
  const { t } = useTranslation('share')
  const { t: tTable } = useTranslation('table')
  const { formatReader } = useShareWords()
  const [typed, setTyped] = useState('')
  const [keyword] = useDebouncedValue(typed.trim(), 250)
  // What was found by fewer letters is not offered: the reader that is picked in haste could be another one.
  const isOutdated = keyword !== typed.trim()
  const { data: candidates = [], isFetching } = useQuery({ ...shareQueries.candidates(keyword), enabled: keyword !== '' })
  const found = keyword === '' || isOutdated ? [] : candidates.filter((candidate) => candidate.kind === kind)
  const known = [...value, ...found.filter(({ id }) => value.every((reader) => reader.id !== id))]
  const emails = new Map(found.map(({ id, email }) => [id, email]))

  return (
    <MultiSelect
      label={t(`find.${kind}`)}
      description={t('find.hint')}
      autoFocus={isFocused}
      required
      searchable
      hidePickedOptions
      maxValues={limits.shareTargets}
      comboboxProps={{ shadow: 'md' }}
      nothingFoundMessage={keyword === '' ? undefined : isFetching || isOutdated ? tTable('searching') : tTable('nothingFound')}
      rightSection={isFetching ? <Loader size={14} /> : undefined}
      data={known.map((reader) => ({ value: reader.id, label: formatReader(reader) }))}
      // The server has searched already, in every language of the names.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <div style={{ minWidth: 0 }}>
          <Name>{option.label}</Name>
          {emails.get(option.value) && (
            <Text size="xs" c="dimmed" truncate translate="no">
              {emails.get(option.value)}
            </Text>
          )}
        </div>
      )}
      value={value.map(({ id }) => id)}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(ids) => onChange(known.filter(({ id }) => ids.includes(id)))}
    />
  )
}
