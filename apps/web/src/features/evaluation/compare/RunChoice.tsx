import { limits } from '@heddle/contracts/limits'
import { Select } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { evalRunQueries } from '#entities/evaluation/eval-runs.queries.ts'
import { useEvalWords } from '#entities/evaluation/use-eval-words.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import classes from '../evaluation.module.css'

type RunChoiceProps = {
  datasetId: string
  a: string | null
  b: string | null
  onChange: (runs: { a: string | null; b: string | null }) => void
}

/** The two evaluations of a set that are compared. */
export function RunChoice({ datasetId, a, b, onChange }: RunChoiceProps) {
  const { t } = useTranslation('evaluation')
  const localized = useLocalized()
  const { nameVersion } = useEvalWords()
  const { data, error, refetch } = useQuery(evalRunQueries.list(datasetId, { page_size: limits.maxPageSize }))
  const listed = data?.rows ?? []
  // An older one than the list has is read by itself.
  const isUnlisted = (id: string | null): id is string => id !== null && data !== undefined && listed.every((run) => run.id !== id)
  const older = useQueries({ queries: [a, b].filter(isUnlisted).map((id) => evalRunQueries.detail(datasetId, id)) })
  const runs = [...listed, ...older.flatMap((each) => each.data ?? [])]
    .filter(({ answer_count: count }) => count > 0)
    .map(({ id, workflow, created_at: time }) => ({
      value: id,
      label: t('compare.runName', {
        workflow: localized(workflow.name),
        version: nameVersion(workflow.version),
        time: formatDateTime(parseTime(time)),
      }),
    }))
  const sides = [
    { key: 'before', value: a, other: b, change: (id: string | null) => onChange({ a: id, b }) },
    { key: 'after', value: b, other: a, change: (id: string | null) => onChange({ a, b: id }) },
  ] as const
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  return (
    <div className={`${classes.sides} ${classes.choice}`}>
      {sides.map(({ key, value, other, change }) => (
        <Select
          key={key}
          label={t(`column.${key}`)}
          searchable
          allowDeselect={false}
          checkIconPosition="right"
          data={runs.filter((run) => run.value !== other)}
          value={value}
          onChange={change}
        />
      ))}
    </div>
  )
}
