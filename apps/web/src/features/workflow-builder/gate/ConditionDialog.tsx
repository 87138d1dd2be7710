import { defaultPointsWorse, type GateCondition, judgedMetrics, NewGateCondition } from '@heddle/contracts/evaluation/gate'
import { EvalMetric } from '@heddle/contracts/evaluation/eval-run'
import { NumberInput, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { DatasetSelect } from '#entities/dataset/DatasetSelect.tsx'
import { useEvalWords } from '#entities/evaluation/use-eval-words.ts'
import { tenantModelsQuery } from '#entities/model/models.queries.ts'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'

type ConditionDialogProps = {
  /** The condition that is changed; null for a new one. */
  condition: GateCondition | null
  onSave: (condition: GateCondition) => Promise<unknown>
  onClose: () => void
}

type ConditionValues = Omit<GateCondition, 'dataset_id'> & { dataset_id: string | null }

const newCondition: ConditionValues = {
  dataset_id: null,
  metric: 'overall',
  at_least: null,
  at_most_worse: defaultPointsWorse,
  repeats: 3,
  judge_model: null,
}

/** Adds or changes a condition. Mount a new one for each opening. */
export function ConditionDialog({ condition, onSave, onClose }: ConditionDialogProps) {
  const { t } = useTranslation('evaluation')
  const { nameMetric, explainMetric } = useEvalWords()
  const { data: models = [] } = useQuery(tenantModelsQuery())
  const repeatsId = useId()
  const form = useContractForm({
    schema: NewGateCondition,
    initialValues: condition ?? newCondition,
    onSubmit: async (values) => {
      await onSave(values)
      onClose()
    },
  })
  const { metric, at_least: minimum, at_most_worse: tolerance, repeats, judge_model: judge, dataset_id: datasetId } = form.values
  const isJudged = judgedMetrics.has(metric)

  function handleMetric(next: string | null) {
    const chosen = EvalMetric.parse(next)
    form.setFieldValue('metric', chosen)
    if (!judgedMetrics.has(chosen)) form.setFieldValue('judge_model', null)
  }

  return (
    <FormDialog form={form} isOpen title={t(condition ? 'gate.form.edit' : 'gate.form.add')} onClose={onClose}>
      <DatasetSelect
        kind="eval"
        label={t('gate.form.dataset')}
        value={datasetId}
        error={form.errors['dataset_id']}
        required
        onChange={(id) => form.setFieldValue('dataset_id', id)}
      />
      <Select
        label={t('gate.form.metric')}
        description={explainMetric(metric)}
        allowDeselect={false}
        data={EvalMetric.options.map((value) => ({ value, label: nameMetric(value) }))}
        value={metric}
        onChange={handleMetric}
      />
      {isJudged && (
        <Select
          label={t('gate.form.judge')}
          description={t('gate.form.judgeHint')}
          required
          searchable
          data={models.map(({ name }) => name)}
          value={judge}
          error={form.errors['judge_model']}
          onChange={(name) => form.setFieldValue('judge_model', name)}
        />
      )}
      <NumberInput
        label={t('gate.form.atLeastPercent')}
        description={t('gate.form.atLeastHint')}
        suffix=" %"
        min={0}
        max={100}
        decimalScale={1}
        maw={320}
        value={minimum === null ? '' : Number((minimum * 100).toFixed(1))}
        error={form.errors['at_least']}
        onChange={(value) => form.setFieldValue('at_least', value === '' ? null : Number((Number(value) / 100).toFixed(3)))}
      />
      <NumberInput
        label={t('gate.form.atMostWorse')}
        description={t('gate.form.atMostWorseHint')}
        min={0}
        max={100}
        decimalScale={1}
        maw={320}
        value={tolerance ?? ''}
        error={form.errors['at_most_worse']}
        onChange={(value) => form.setFieldValue('at_most_worse', value === '' ? null : Number(value))}
      />
      <Stack gap={4} align="start">
        <Text id={repeatsId} size="sm" fw={500}>
          {t('gate.form.repeats')}
        </Text>
        <SegmentedControl
          aria-labelledby={repeatsId}
          data={['3', '5'].map((value) => ({ value, label: t('gate.form.times', { count: Number(value) }) }))}
          value={String(repeats)}
          onChange={(value) => form.setFieldValue('repeats', value === '5' ? 5 : 3)}
        />
        <Text size="xs" c="dimmed">
          {t('gate.form.repeatsHint')}
        </Text>
      </Stack>
    </FormDialog>
  )
}
