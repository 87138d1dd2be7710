import { IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { evalRunQueries } from '#entities/evaluation/eval-runs.queries.ts'
import { EvalRunView } from '#features/evaluation/run/EvalRunView.tsx'
import { RunActions } from '#features/evaluation/run/RunActions.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { LeaveGuard } from '#shared/forms/LeaveGuard.tsx'
import { paths } from '#shared/paths.ts'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'
import { MissingEntity } from '#shared/ui/states/MissingEntity.tsx'

export function EvalRunPage() {
  const { t } = useTranslation('evaluation')
  const localized = useLocalized()
  const { id = '', runId = '' } = useParams()
  const query = useQuery(evalRunQueries.detail(id, runId))
  const { data: run } = query
  const title = run ? t('run.of', { workflow: localized(run.workflow.name) }) : t('run.one')
  usePageTitle(title)
  return (
    <PageFrame
      isWide
      title={title}
      back={{ to: paths.dataset(id, { tab: 'evaluations' }), label: run ? localized(run.dataset.name) : t('runs.title') }}
      aside={run && <RunActions run={run} />}
    >
      <LeaveGuard />
      {run ? (
        <EvalRunView key={run.id} run={run} />
      ) : (
        <MissingEntity
          query={query}
          height={320}
          icon={IconChartBar}
          unknown={{ title: t('run.unknownTitle'), hint: t('run.unknownHint') }}
        />
      )}
    </PageFrame>
  )
}
