import type { Dataset, DatasetKind } from '@heddle/contracts/dataset/dataset'
import { Button, Group, Skeleton, Tabs } from '@mantine/core'
import { IconFileImport, IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type Location, useParams, useSearchParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { datasetQueries } from '#entities/dataset/datasets.queries.ts'
import { DatasetColumns } from '#features/dataset/columns/DatasetColumns.tsx'
import { DatasetOverview } from '#features/dataset/DatasetOverview.tsx'
import { DatasetRows } from '#features/dataset/rows/DatasetRows.tsx'
import { DatasetSettings } from '#features/dataset/settings/DatasetSettings.tsx'
import { DatasetMenu } from '#features/dataset/transfer/DatasetMenu.tsx'
import { DatasetVersions } from '#features/dataset/versions/DatasetVersions.tsx'
import { PublishDataset } from '#features/dataset/versions/PublishDataset.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { LeaveGuard } from '#shared/forms/LeaveGuard.tsx'
import { paths } from '#shared/paths.ts'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'
import { CrashBoundary } from '#shared/ui/states/CrashBoundary.tsx'
import { MissingEntity } from '#shared/ui/states/MissingEntity.tsx'

const EvalRuns = lazy(async () => ({ default: (await import('#features/evaluation/runs/EvalRuns.tsx')).EvalRuns }))
const QaTest = lazy(async () => ({ default: (await import('#features/dataset/qa/QaTest.tsx')).QaTest }))
const QueryTest = lazy(async () => ({ default: (await import('#features/dataset/test/QueryTest.tsx')).QueryTest }))

export function DatasetPage() {
  const { t } = useTranslation('dataset')
  const localized = useLocalized()
  const { id = '' } = useParams()
  const query = useQuery(datasetQueries.detail(id))
  const { data: dataset } = query
  const title = dataset ? localized(dataset.name) : t('one')
  usePageTitle(title)
  return (
    <PageFrame
      isWide
      title={title}
      back={{ to: paths.datasets(), label: t('title') }}
      aside={
        dataset && (
          <Group gap="xs">
            <Button
              component={Link}
              to={paths.datasetImport(dataset.id)}
              variant="default"
              leftSection={<IconFileImport size={18} aria-hidden />}
            >
              {t('import.open')}
            </Button>
            <PublishDataset dataset={dataset} />
            <DatasetMenu dataset={dataset} />
          </Group>
        )
      }
    >
      {dataset ? (
        <DatasetContent key={dataset.id} dataset={dataset} />
      ) : (
        <MissingEntity query={query} height={320} icon={IconTable} unknown={{ title: t('unknown.title'), hint: t('unknown.hint') }} />
      )}
    </PageFrame>
  )
}

/** The tabs of a kind, the first of which is shown without one in the address: only a table has columns of its own. */
const tabsOfKind = {
  table: ['rows', 'columns', 'test', 'versions', 'settings'],
  qa: ['rows', 'test', 'versions', 'settings'],
  eval: ['rows', 'evaluations', 'versions', 'settings'],
} as const satisfies Record<DatasetKind, readonly string[]>

const readTab = ({ search }: Location) => new URLSearchParams(search).get('tab') ?? 'rows'

/** The grid goes with its tab, and with it the cells that were refused, as do the settings of a comparison; those of the dataset stay. */
const endsForm = (from: Location, to: Location) =>
  from.pathname !== to.pathname || (['rows', 'test'].includes(readTab(from)) && readTab(from) !== readTab(to))

function DatasetContent({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('dataset')
  const [search, setSearch] = useSearchParams()
  const tabs = tabsOfKind[dataset.kind]
  const tab = tabs.find((known) => known === search.get('tab')) ?? 'rows'

  function handleTab(next: string | null) {
    setSearch(next === null || next === 'rows' ? {} : { tab: next })
  }

  return (
    <>
      <LeaveGuard endsForm={endsForm} />
      <DatasetOverview dataset={dataset} />
      <Tabs value={tab} keepMounted={false} onChange={handleTab}>
        <Tabs.List mb="lg">
          {tabs.map((value) => (
            <Tabs.Tab key={value} value={value}>
              {t(`tab.${value}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="rows">
          <DatasetRows dataset={dataset} />
        </Tabs.Panel>
        {dataset.kind === 'table' && (
          <Tabs.Panel value="columns">
            <DatasetColumns dataset={dataset} />
          </Tabs.Panel>
        )}
        <LazyPanel value="test">{dataset.kind === 'qa' ? <QaTest dataset={dataset} /> : <QueryTest dataset={dataset} />}</LazyPanel>
        <LazyPanel value="evaluations">
          <EvalRuns dataset={dataset} />
        </LazyPanel>
        <Tabs.Panel value="versions">
          <DatasetVersions dataset={dataset} />
        </Tabs.Panel>
        {/* Kept: it may have unsaved input. */}
        <Tabs.Panel value="settings" keepMounted>
          <DatasetSettings dataset={dataset} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

/** A tab whose code is loaded when it is opened. */
function LazyPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Panel value={value}>
      <CrashBoundary>
        <Suspense fallback={<Skeleton height={320} radius="lg" />}>{children}</Suspense>
      </CrashBoundary>
    </Tabs.Panel>
  )
}
