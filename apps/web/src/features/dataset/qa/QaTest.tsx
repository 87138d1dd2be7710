import type { Dataset } from '@heddle/contracts/dataset/dataset'
import { Stack } from '@mantine/core'
import { QaComparison } from './QaComparison.tsx'
import { QaReview } from './QaReview.tsx'
import { QaTrial } from './QaTrial.tsx'
import { ThresholdProposal } from './ThresholdProposal.tsx'

/** Where the keeper of approved answers tries questions, sets how near one has to be, and sees what needs a look. */
export function QaTest({ dataset }: { dataset: Dataset }) {
  return (
    <Stack gap="md">
      <QaTrial dataset={dataset} />
      <QaComparison key={dataset.revision} dataset={dataset} />
      <ThresholdProposal dataset={dataset} />
      <QaReview dataset={dataset} />
    </Stack>
  )
}
