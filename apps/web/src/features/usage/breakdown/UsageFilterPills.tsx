import { UsageDimension, UsageOutcome, type UsageReport } from '@heddle/contracts/usage/usage-report'
import { Button, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { FilterSelect } from '#shared/table/FilterSelect.tsx'
import { useRowNames } from './use-row-names.ts'
import { useUsageFilters } from './use-usage-filters.ts'

/** Which usage is shown: what was clicked, each with a button that removes it, and the end of the runs. */
export function UsageFilterPills({ report }: { report: UsageReport | undefined }) {
  const { t } = useTranslation('usage')
  const { t: common } = useTranslation()
  const { formatRowName } = useRowNames()
  const { state } = useUsageFilters()
  const { filters, setFilter } = state
  const pills = UsageDimension.options.flatMap((by) => {
    const key = filters[by]
    const breakdown = report?.breakdowns.find((each) => each.by === by)
    if (key === undefined || !breakdown) return []
    const row = breakdown.rows.find((each) => each.key === key)
    const isOwnName = by === 'flow' || by === 'model'
    // The sentence of an error is too long for a button.
    const value = by === 'error' ? key : isOwnName ? formatRowName(by, { key, name: null }) : row ? formatRowName(by, row) : '…'
    return [{ by, label: common('labeled', { label: t(`dimension.${by}`), value }) }]
  })
  return (
    <Group gap="xs" mb="md">
      <FilterSelect
        label={t('filter.outcome')}
        w={190}
        data={UsageOutcome.options.map((value) => ({ value, label: t(`outcome.${value}`) }))}
        value={filters.outcome}
        onChange={(outcome) => setFilter('outcome', outcome)}
      />
      {pills.map(({ by, label }) => (
        <Button
          key={by}
          variant="light"
          color="gray"
          rightSection={<IconX size={16} aria-hidden />}
          aria-label={t('filter.remove', { filter: label })}
          onClick={() => setFilter(by, null)}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
