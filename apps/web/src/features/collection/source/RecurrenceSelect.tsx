import { limits } from '@heddle/contracts/limits'
import { Group, NumberInput, Select, type SelectProps, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { offeredRecurrences, recurrenceUnits, type RecurrenceUnit } from '#entities/collection/recurrence.ts'
import { useSourceWords } from '#entities/collection/use-source-words.ts'

/** The value of the choice that fetches a page once, and of the one that asks for an interval. */
const never = ''
const other = 'other'

type RecurrenceSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  /** Seconds. */
  value: number | null
  onChange: (seconds: number | null) => void
}

type Interval = { readonly amount: number | string; readonly unit: RecurrenceUnit }

/** An empty amount is 0, which the schema refuses. */
const toSeconds = ({ amount, unit }: Interval) => Math.round(Number(amount) * recurrenceUnits[unit])

/** Chooses how often a page is fetched: one of the usual recurrences, or an interval of one's own. */
export function RecurrenceSelect({ value, onChange, ...rest }: RecurrenceSelectProps) {
  const { t } = useTranslation('knowledge')
  const { formatRecurrence } = useSourceWords()
  const [interval, setInterval] = useState<Interval | null>(null)
  // The form may have been given another value meanwhile.
  const shown = interval && toSeconds(interval) === value ? interval : null
  const own = value === null || shown ? [] : [value]
  const offered = [...new Set([...offeredRecurrences, ...own])].toSorted((a, b) => a - b)

  function changeInterval(changed: Interval) {
    setInterval(changed)
    onChange(toSeconds(changed))
  }

  function handleChange(chosen: string | null) {
    if (chosen === other) return changeInterval({ amount: 2, unit: 'days' })
    setInterval(null)
    onChange(chosen ? Number(chosen) : null)
  }

  return (
    <Stack gap="xs">
      <Select
        allowDeselect={false}
        checkIconPosition="right"
        comboboxProps={{ shadow: 'md' }}
        {...rest}
        data={[
          { value: never, label: formatRecurrence(null) },
          ...offered.map((seconds) => ({ value: String(seconds), label: formatRecurrence(seconds) })),
          { value: other, label: t('recurrence.other') },
        ]}
        value={shown ? other : String(value ?? never)}
        onChange={handleChange}
      />
      {shown && (
        <Group gap="xs" grow wrap="nowrap">
          <NumberInput
            label={t('recurrence.amount')}
            min={1}
            max={limits.recurrenceSeconds.max / recurrenceUnits[shown.unit]}
            allowDecimal={false}
            value={shown.amount}
            onChange={(amount) => changeInterval({ ...shown, amount })}
          />
          <Select
            label={t('recurrence.unit')}
            allowDeselect={false}
            checkIconPosition="right"
            comboboxProps={{ shadow: 'md' }}
            data={(['minutes', 'hours', 'days'] as const).map((unit) => ({ value: unit, label: t(`recurrence.units.${unit}`) }))}
            value={shown.unit}
            onChange={(unit) => unit && changeInterval({ ...shown, unit })}
          />
        </Group>
      )}
    </Stack>
  )
}
