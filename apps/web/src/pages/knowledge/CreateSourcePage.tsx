import { SourceKind } from '@heddle/contracts/collection/source'
import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { collectionQueries } from '#entities/collection/collections.queries.ts'
import { sourceQueries } from '#entities/collection/sources.queries.ts'
import { AddFiles } from '#features/collection/AddFiles.tsx'
import { CreatePageForm } from '#features/collection/source/CreatePageForm.tsx'
import { CreateTextForm } from '#features/collection/source/CreateTextForm.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { LeaveGuard } from '#shared/forms/LeaveGuard.tsx'
import { paths } from '#shared/paths.ts'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'

/** Adds files, a web page or a text to a collection. */
export function CreateSourcePage() {
  const { t } = useTranslation('knowledge')
  const { id = '' } = useParams()
  const localized = useLocalized()
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const { data: collection } = useQuery(collectionQueries.detail(id))
  const { data: firstPage } = useQuery(sourceQueries.list(id, { page_size: 1 }))
  const knownTags = firstPage?.tags ?? []
  const kind = SourceKind.safeParse(search.get('kind')).data ?? 'file'
  usePageTitle(t('addSource.title'))
  const goToCollection = () => void navigate(paths.collection(id))

  return (
    <PageFrame title={t('addSource.title')} back={{ to: paths.collection(id), label: collection ? localized(collection.name) : t('one') }}>
      <LeaveGuard />
      <Tabs value={kind} keepMounted={false} onChange={(next) => setSearch(next === null ? {} : { kind: next }, { replace: true })}>
        <Tabs.List mb="lg">
          {SourceKind.options.map((value) => (
            <Tabs.Tab key={value} value={value}>
              {t(`kind.${value}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="file">
          <Section title={t('addSource.file')} hint={t('addSource.fileHint')}>
            <AddFiles collectionId={id} onAdded={goToCollection} />
          </Section>
        </Tabs.Panel>
        {/* Kept: they may have unsaved input. */}
        <Tabs.Panel value="url" keepMounted>
          <Section title={t('addSource.url')} hint={t('addSource.urlHint')}>
            <CreatePageForm collectionId={id} knownTags={knownTags} onCreated={goToCollection} />
          </Section>
        </Tabs.Panel>
        <Tabs.Panel value="text" keepMounted>
          <Section title={t('addSource.text')} hint={t('addSource.textHint')}>
            <CreateTextForm collectionId={id} knownTags={knownTags} onCreated={goToCollection} />
          </Section>
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  )
}
