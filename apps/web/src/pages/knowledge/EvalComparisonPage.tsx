import { Id } from '@heddle/contracts/wire'
import { IconGitCompare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { datasetQueries } from '#entities/dataset/datasets.queries.ts'
import { EvalComparisonView } from '#features/evaluation/compare/EvalComparisonView.tsx'
import { RunChoice } from '#features/evaluation/compare/RunChoice.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'

export function EvalComparisonPage() {
  const { t } = useTranslation('evaluation')
  const localized = useLocalized()
  const { id = '' } = useParams()
  const { data: dataset } = useQuery(datasetQueries.detail(id))
  const [search, setSearch] = useSearchParams()
  const [a = null, b = null] = ['a', 'b'].map((name) => Id.safeParse(search.get(name)).data)
  usePageTitle(t('compare.title'))

  function handleRuns(runs: { a: string | null; b: string | null }) {
    const given = Object.entries(runs).filter((entry): entry is [string, string] => entry[1] !== null)
    // Others have other tags and measures.
    setSearch(Object.fromEntries(given), { replace: true })
  }

  return (
    <PageFrame
      isWide
      title={t('compare.title')}
      hint={t('compare.chooseHint')}
      back={{ to: paths.dataset(id, { tab: 'evaluations' }), label: dataset ? localized(dataset.name) : t('runs.title') }}
    >
      <RunChoice datasetId={id} a={a} b={b} onChange={handleRuns} />
      {a !== null && b !== null && a !== b ? (
        <EvalComparisonView key={`${a} ${b}`} datasetId={id} a={a} b={b} />
      ) : (
        <EmptyState icon={<IconGitCompare size={36} stroke={1.4} />} title={t('compare.choose')} />
      )}
    </PageFrame>
  )
}
