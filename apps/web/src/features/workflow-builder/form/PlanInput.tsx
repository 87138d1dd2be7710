import { FixedPlan } from '@heddle/contracts/dataset/fixed-plan'
import { Select, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PlanForm } from '#entities/dataset/plan/PlanForm.tsx'
import { JsonInput } from './JsonInput.tsx'

type PlanInputProps = {
  label: string
  /** Null until one is chosen. */
  datasetId: string | null
  value: unknown
  path: string
  errors: Readonly<Record<string, string>>
  onChange: (plan: unknown) => void
}

/** Calculated of all rows until its author says more. */
const newPlan: FixedPlan = { aggregates: [{ fn: 'count' }] }

/** Whether the model writes the plan of a query, and the one that is fixed instead. */
export function PlanInput({ label, datasetId, value, path, errors, onChange }: PlanInputProps) {
  const { t } = useTranslation('query')
  const plan = FixedPlan.safeParse(value)
  return (
    <Stack gap="sm">
      <Select
        label={label}
        data={(['model', 'fixed'] as const).map((each) => ({ value: each, label: t(`form.plan.${each}`) }))}
        value={value === undefined ? 'model' : 'fixed'}
        allowDeselect={false}
        error={errors[path]}
        onChange={(next) => onChange(next === 'fixed' ? (value ?? newPlan) : undefined)}
      />
      {value !== undefined && datasetId === null && (
        <Text size="sm" c="dimmed">
          {t('form.noDataset')}
        </Text>
      )}
      {value !== undefined && datasetId !== null && plan.success && (
        <PlanForm key={datasetId} datasetId={datasetId} value={plan.data} path={path} errors={errors} onChange={onChange} />
      )}
      {/* A pasted plan of another form is mended as it is written. */}
      {value !== undefined && !plan.success && (
        <JsonInput label={label} value={value} error={t('problem.invalid_shape')} onChange={onChange} />
      )}
    </Stack>
  )
}
