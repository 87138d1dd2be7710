import type { EvalRun } from '@heddle/contracts/evaluation/eval-run'
import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocalized, useSentences } from '#i18n/use-language.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { useSetEvalRunNightly } from '../eval-results.queries.ts'

/** Has an evaluation of a published version repeated each night. */
export function NightlySwitch({ run }: { run: EvalRun }) {
  const { t } = useTranslation('evaluation')
  const localized = useLocalized()
  const sentences = useSentences()
  const set = useSetEvalRunNightly(run.dataset.id)
  const { nightly_by: owner, workflow } = run
  if (workflow.version === null) return null
  return (
    <>
      <Switch
        mb="lg"
        label={t('nightly.label')}
        description={sentences([t('nightly.hint'), ...(owner ? [t('nightly.by', { name: localized(owner.name) })] : [])])}
        checked={owner !== null}
        disabled={set.isPending}
        onChange={(event) => set.mutate({ runId: run.id, isNightly: event.currentTarget.checked })}
      />
      <ErrorAlert error={set.error} />
    </>
  )
}
