import type { Dataset } from '@heddle/contracts/dataset/dataset'
import { Stack } from '@mantine/core'
import { QaComparison } from './QaComparison.tsx'
import { QaReview } from './QaReview.tsx'
import { QaTrial } from './QaTrial.tsx'
import { ThresholdProposal } from './ThresholdProposal.tsx'
import { useComparisonForm } from './use-comparison-form.ts'

/** Where the keeper of approved answers tries questions, sets how near one has to be, and sees what needs a look. */
export function QaTest({ dataset }: { dataset: Dataset }) {
  const form = useComparisonForm(dataset)

  function handleUse(threshold: number) {
    form.setFieldValue('dataset.matching.threshold', threshold)
    form.formProps.ref.current?.querySelector<HTMLElement>('[data-threshold]')?.focus()
  }

  return (
    <Stack gap="md">
      <QaTrial dataset={dataset} />
      <QaComparison form={form} />
      {/* It is about the version and the model that it was made with. */}
      <ThresholdProposal
        key={`${dataset.published_version} ${dataset.matching?.embedding_model}`}
        datasetId={dataset.id}
        onUse={handleUse}
      />
      <QaReview dataset={dataset} />
    </Stack>
  )
}
