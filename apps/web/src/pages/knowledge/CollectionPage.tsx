import type { Collection } from '@heddle/contracts/collection/collection'
import { Button, Group, Tabs } from '@mantine/core'
import { IconBooks, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { collectionQueries } from '#entities/collection/collections.queries.ts'
import { CollectionOverview } from '#features/collection/collection/CollectionOverview.tsx'
import { CollectionSettings } from '#features/collection/collection/CollectionSettings.tsx'
import { PauseButton } from '#features/collection/collection/PauseButton.tsx'
import { CollectionSources } from '#features/collection/CollectionSources.tsx'
import { CollectionMenu } from '#features/collection/transfer/CollectionMenu.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { LeaveGuard } from '#shared/forms/LeaveGuard.tsx'
import { paths } from '#shared/paths.ts'
import { MissingEntity } from '#shared/ui/states/MissingEntity.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

export function CollectionPage() {
  const { t } = useTranslation('knowledge')
  const localized = useLocalized()
  const { id = '' } = useParams()
  const query = useQuery(collectionQueries.detail(id))
  const { data: collection } = query
  const title = collection ? localized(collection.name) : t('one')
  usePageTitle(title)
  return (
    <PageFrame
      isWide
      title={title}
      back={{ to: paths.collections(), label: t('title') }}
      aside={
        collection && (
          <Group gap="xs">
            <PauseButton collection={collection} />
            <Button component={Link} to={paths.createSource(collection.id)} leftSection={<IconPlus size={18} aria-hidden />}>
              {t('addSource.open')}
            </Button>
            <CollectionMenu collection={collection} />
          </Group>
        )
      }
    >
      {collection ? (
        <CollectionContent key={collection.id} collection={collection} />
      ) : (
        <MissingEntity query={query} height={320} icon={IconBooks} unknown={{ title: t('unknown.title'), hint: t('unknown.hint') }} />
      )}
    </PageFrame>
  )
}

const tabs = ['sources', 'settings'] as const

function CollectionContent({ collection }: { collection: Collection }) {
  const { t } = useTranslation('knowledge')
  const [search, setSearch] = useSearchParams()
  const tab = tabs.find((known) => known === search.get('tab')) ?? 'sources'
  return (
    <>
      <LeaveGuard />
      <CollectionOverview collection={collection} />
      <Tabs value={tab} keepMounted={false} onChange={(next) => setSearch(next === null || next === 'sources' ? {} : { tab: next })}>
        <Tabs.List mb="lg">
          {tabs.map((value) => (
            <Tabs.Tab key={value} value={value}>
              {t(`tab.${value}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="sources">
          <CollectionSources collection={collection} />
        </Tabs.Panel>
        {/* Kept: it may have unsaved input. */}
        <Tabs.Panel value="settings" keepMounted>
          <CollectionSettings collection={collection} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
