import type { OmittedRow } from '@heddle/contracts/dataset/import'
import { Checkbox, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Section } from '#shared/ui/layout/Section.tsx'
import classes from '../import.module.css'

type OmittedRowsProps = {
  rows: readonly OmittedRow[]
  /** The numbers of those that are left out. */
  omitted: readonly number[]
  onChange: (omitted: number[]) => void
}

/** Totals and notes below the table: left out unless ticked. */
export function OmittedRows({ rows, omitted, onChange }: OmittedRowsProps) {
  const { t } = useTranslation('import')
  if (rows.length === 0) return null
  return (
    <Section title={t('omitted.title')} hint={t('omitted.hint')}>
      <Stack gap={6} className={classes.omitted}>
        {rows.map(({ row, reason, text }) => (
          <Checkbox
            key={row}
            label={t('omitted.row', { row, text, reason: t(`omitted.${reason}`) })}
            checked={!omitted.includes(row)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? omitted.filter((each) => each !== row) : [...omitted, row].toSorted((a, b) => a - b))
            }
          />
        ))}
      </Stack>
    </Section>
  )
}
