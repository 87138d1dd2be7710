import { Select, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DayInput } from '#shared/forms/DayInput.tsx'
import { findFirstDay, findLastDay, isNamedRange, namedRanges, writeRange } from './usage-range.ts'
import classes from './Usage.module.css'
import type { UsageRange } from './use-usage-range.ts'

type UsageRangeBarProps = { range: UsageRange; timeZone: string; previous?: { from: string; to: string } | undefined }

/** The days of the report, and the days that it is compared with. */
export function UsageRangeBar({ range: { range, days, setRange }, timeZone, previous }: UsageRangeBarProps) {
  const { t } = useTranslation('usage')
  const isCustom = !isNamedRange(range)
  return (
    <div className={classes.range} role="group" aria-label={t('range.label')}>
      <Select
        aria-label={t('range.label')}
        w={190}
        checkIconPosition="right"
        comboboxProps={{ shadow: 'md' }}
        data={[...namedRanges, 'custom' as const].map((value) => ({ value, label: t(`range.${value}`) }))}
        value={isCustom ? 'custom' : range}
        onChange={(value) => value && setRange(value === 'custom' ? writeRange(days) : value)}
      />
      {isCustom && (
        <>
          <DayInput
            label={t('range.from')}
            clearable={false}
            value={days.from}
            minDate={findFirstDay(days.to)}
            maxDate={days.to}
            onChange={(from) => from && setRange(writeRange({ ...days, from }))}
          />
          <DayInput
            label={t('range.to')}
            clearable={false}
            value={days.to}
            minDate={days.from}
            maxDate={findLastDay(days.from)}
            onChange={(to) => to && setRange(writeRange({ ...days, to }))}
          />
        </>
      )}
      <Text size="sm" c="dimmed">
        {t('range.days', { ...days, timeZone })}
        {previous && <> {t('range.previous', previous)}</>}
      </Text>
    </div>
  )
}
