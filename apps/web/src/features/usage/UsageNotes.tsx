import type { UsagePeriod } from '@heddle/contracts/usage/usage-report'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useUsageFormats } from './use-usage-formats.ts'

/** What the sums leave out, or only estimate. */
export function UsageNotes({ total: { unpriced_calls: unpriced, estimated_runs: estimated } }: { total: UsagePeriod }) {
  const { t } = useTranslation('usage')
  const { formatCount } = useUsageFormats()
  return (
    <>
      {unpriced > 0 && (
        <Text size="sm" c="dimmed">
          {t('note.unpriced', { count: unpriced, amount: formatCount(unpriced) })}
        </Text>
      )}
      {estimated > 0 && (
        <Text size="sm" c="dimmed">
          {t('note.estimated', { count: estimated, amount: formatCount(estimated) })}
        </Text>
      )}
    </>
  )
}
