import type { Collection } from '@heddle/contracts/collection/collection'
import { Stack, Tabs } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { collectionQueries } from '#entities/collection/collections.queries.ts'
import { QuestionRunSection } from '#features/retrieval/questions/QuestionRunSection.tsx'
import { QuestionTable } from '#features/retrieval/questions/QuestionTable.tsx'
import { RetrievalTest } from '#features/retrieval/RetrievalTest.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { MissingEntity } from '#shared/ui/states/MissingEntity.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

export function RetrievalTestPage() {
  const { t } = useTranslation('retrieval')
  const { t: tKnowledge } = useTranslation('knowledge')
  const localized = useLocalized()
  const { id = '' } = useParams()
  const query = useQuery(collectionQueries.detail(id))
  const { data: collection } = query
  usePageTitle(t('title'))
  return (
    <PageFrame
      isWide
      title={t('title')}
      hint={t('hint')}
      back={{ to: paths.collection(id), label: collection ? localized(collection.name) : tKnowledge('one') }}
    >
      {collection ? (
        <RetrievalTestTabs key={collection.id} collection={collection} />
      ) : (
        <MissingEntity
          query={query}
          height={320}
          icon={IconBooks}
          unknown={{ title: tKnowledge('unknown.title'), hint: tKnowledge('unknown.hint') }}
        />
      )}
    </PageFrame>
  )
}

const tabs = ['search', 'questions'] as const

function RetrievalTestTabs({ collection }: { collection: Collection }) {
  const { t } = useTranslation('retrieval')
  const [search, setSearch] = useSearchParams()
  const tab = tabs.find((known) => known === search.get('tab')) ?? 'search'
  const question = search.get('question') ?? ''
  const [wasOpened, setWasOpened] = useState(false)
  if (tab === 'questions' && !wasOpened) setWasOpened(true)
  return (
    <Tabs value={tab} keepMounted={false} onChange={(next) => setSearch(next === null || next === 'search' ? {} : { tab: next })}>
      <Tabs.List mb="lg">
        {tabs.map((value) => (
          <Tabs.Tab key={value} value={value}>
            {t(`tab.${value}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="search">
        <RetrievalTest key={question} collection={collection} question={question} />
      </Tabs.Panel>
      {/* Kept once it was opened, as a run and its result end with it. */}
      <Tabs.Panel value="questions" keepMounted={wasOpened}>
        <Stack gap="md">
          <QuestionTable collection={collection} />
          <QuestionRunSection collection={collection} />
        </Stack>
      </Tabs.Panel>
    </Tabs>
  )
}
