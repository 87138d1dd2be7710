import type { Collection } from '@heddle/contracts/knowledge/collection'
import { limits } from '@heddle/contracts/limits'
import { defaultSearchSettings, type SearchFilters, type SearchSettings } from '@heddle/contracts/knowledge/search'
import { Button, Group, Stack, Switch, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '#shared/ui/ErrorAlert.tsx'
import { Section } from '#shared/ui/Section.tsx'
import { FilterFields } from './FilterFields.tsx'
import { SearchOutcome } from './SearchOutcome.tsx'
import { SettingsFields } from './SettingsFields.tsx'
import { useTestSearch } from './retrieval-test.queries.ts'
import classes from './retrieval-test.module.css'

const sides = ['A', 'B'] as const

/** Asks a collection a question, by one setting or by two side by side. */
export function RetrievalTest({ collection }: { collection: Collection }) {
  const { t } = useTranslation('retrieval')
  const [query, setQuery] = useState('')
  const [filters, setFilters] = useState<SearchFilters>({})
  const [settings, setSettings] = useState<SearchSettings[]>([defaultSearchSettings])
  const search = useTestSearch(collection.id)
  const isCompared = settings.length > 1
  const nameSide = (index: number) => t('setting', { name: sides[index] })

  function handleCompare(compares: boolean) {
    const [first = defaultSearchSettings] = settings
    setSettings(compares ? [first, first] : [first])
  }

  return (
    <Stack gap="md">
      <Section title={t('question.title')} hint={t('question.hint')}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (query.trim() !== '') search.mutate({ query: query.trim(), filters, settings })
          }}
        >
          <Group gap="xs" align="end" wrap="nowrap" className={classes.question}>
            <TextInput
              label={t('question.label')}
              value={query}
              maxLength={limits.searchCharacters}
              required
              flex={1}
              onChange={(event) => setQuery(event.currentTarget.value)}
            />
            <Button type="submit" loading={search.isPending} leftSection={<IconSearch size={18} aria-hidden />}>
              {t('question.submit')}
            </Button>
          </Group>
          <FilterFields collectionId={collection.id} filters={filters} onChange={setFilters} />
          <Switch mt="md" label={t('compare')} checked={isCompared} onChange={(event) => handleCompare(event.currentTarget.checked)} />
          <div className={classes.sides} data-two={isCompared || undefined}>
            {settings.map((own, index) => (
              <SettingsFields
                key={index}
                legend={isCompared ? nameSide(index) : t('settings')}
                collection={collection}
                settings={own}
                onChange={(next) => setSettings(settings.with(index, next))}
              />
            ))}
          </div>
        </form>
      </Section>
      <ErrorAlert error={search.error} />
      <div className={classes.sides} data-two={(search.data?.outcomes.length ?? 0) > 1 || undefined}>
        {search.data?.outcomes.map((outcome, index, all) => (
          <SearchOutcome
            key={index}
            title={all.length > 1 ? nameSide(index) : t('results.title')}
            collectionId={collection.id}
            outcome={outcome}
            other={all.length > 1 ? all[1 - index] : undefined}
          />
        ))}
      </div>
    </Stack>
  )
}
