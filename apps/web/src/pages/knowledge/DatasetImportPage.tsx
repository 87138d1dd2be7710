import { IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { datasetQueries } from '#entities/dataset/datasets.queries.ts'
import { DatasetImport } from '#features/dataset/import/DatasetImport.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { LeaveGuard } from '#shared/forms/LeaveGuard.tsx'
import { paths } from '#shared/paths.ts'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'
import { MissingEntity } from '#shared/ui/states/MissingEntity.tsx'

export function DatasetImportPage() {
  const { t } = useTranslation('import')
  const { t: tDataset } = useTranslation('dataset')
  const localized = useLocalized()
  const { id = '' } = useParams()
  const query = useQuery(datasetQueries.detail(id))
  const { data: dataset } = query
  usePageTitle(t('title'))
  return (
    <PageFrame isWide title={t('title')} back={{ to: paths.dataset(id), label: dataset ? localized(dataset.name) : tDataset('one') }}>
      <LeaveGuard />
      {dataset ? (
        <DatasetImport key={dataset.id} dataset={dataset} />
      ) : (
        <MissingEntity
          query={query}
          height={320}
          icon={IconTable}
          unknown={{ title: tDataset('unknown.title'), hint: tDataset('unknown.hint') }}
        />
      )}
    </PageFrame>
  )
}
