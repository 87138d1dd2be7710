import type { Collection } from '@heddle/contracts/collection/collection'
import { limits } from '@heddle/contracts/limits'
import { defaultSearchSettings, type SearchFilters, type SearchSettings } from '@heddle/contracts/retrieval/search'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { FilterFields } from './FilterFields.tsx'
import { CreateQuestionDialog, type QuestionDraft } from './questions/CreateQuestionDialog.tsx'
import { SearchOutcome } from './SearchOutcome.tsx'
import { settingNames, SettingsSides } from './SettingsSides.tsx'
import { useTestSearch } from './retrieval-test.queries.ts'
import classes from './retrieval-test.module.css'

type RetrievalTestProps = {
  collection: Collection
  /** Asked at once; mount another one for another question. */
  question: string
}

/** Asks a collection a question, by one setting or by two side by side. */
export function RetrievalTest({ collection, question }: RetrievalTestProps) {
  const { t } = useTranslation('retrieval')
  const [query, setQuery] = useState(question)
  const [filters, setFilters] = useState<SearchFilters>({})
  const [settings, setSettings] = useState<readonly SearchSettings[]>([defaultSearchSettings])
  const search = useTestSearch(collection.id)
  const nameSide = (index: number) => t('setting', { name: settingNames[index] })
  const [expected, setExpected] = useState<QuestionDraft | null>(null)

  const begin = useEffectEvent(() => {
    if (query !== '') search.mutate({ query, filters, settings })
  })
  // A question of the test set is opened with its search.
  useEffect(() => {
    begin()
  }, [])

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
          <SettingsSides collection={collection} settings={settings} onChange={setSettings} />
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
            onExpect={({ chunk, source }) =>
              setExpected({ text: search.data.query, source, passage: chunk.text.slice(0, limits.chunkCharacters).toWellFormed() })
            }
          />
        ))}
      </div>
      {expected && <CreateQuestionDialog collectionId={collection.id} draft={expected} onClose={() => setExpected(null)} />}
    </Stack>
  )
}
