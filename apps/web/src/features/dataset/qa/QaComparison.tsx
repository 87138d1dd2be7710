import { NumberInput, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ModelNameSelect } from '#entities/model/ModelNameSelect.tsx'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormActions } from '#shared/forms/FormActions.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import type { ComparisonForm } from './use-comparison-form.ts'

/** What questions are compared by, and from which score on an answer is given. */
export function QaComparison({ form }: { form: ComparisonForm }) {
  const { t } = useTranslation('dataset')
  const { embedding_model: model, threshold } = form.values.dataset.matching
  return (
    <Section title={t('qa.comparison.title')}>
      <form {...form.formProps}>
        <Stack gap="lg" maw={620}>
          <ModelNameSelect
            kind="embedding"
            label={t('qa.comparison.model')}
            description={t('qa.comparison.modelHint')}
            noneLabel={t('qa.comparison.noModel')}
            value={model}
            error={form.errors['dataset.matching.embedding_model']}
            onChange={(name) => form.setFieldValue('dataset.matching.embedding_model', name)}
          />
          <NumberInput
            data-threshold
            label={t('qa.comparison.threshold')}
            description={t('qa.comparison.thresholdHint')}
            value={threshold ?? ''}
            min={0}
            max={1}
            step={0.01}
            decimalScale={2}
            w={240}
            error={form.errors['dataset.matching.threshold']}
            onChange={(next) => form.setFieldValue('dataset.matching.threshold', typeof next === 'number' ? next : null)}
          />
          <FormActions form={form} />
        </Stack>
      </form>
      <ConflictDialog
        conflict={form.conflict}
        labels={{
          'dataset.matching.embedding_model': t('qa.comparison.model'),
          'dataset.matching.threshold': t('qa.comparison.threshold'),
        }}
        format={(path, value) => (path === 'dataset.matching.embedding_model' && value === null ? t('qa.comparison.noModel') : null)}
      />
    </Section>
  )
}
