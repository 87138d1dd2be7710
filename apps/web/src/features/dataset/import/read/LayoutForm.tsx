import type { ImportLayout } from '@heddle/contracts/dataset/import'
import { Group, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import classes from '../import.module.css'

type ToldLayout = Pick<ImportLayout, 'header_rows' | 'unit_row' | 'first_row'>
type LayoutFormProps = { layout: ImportLayout; onSubmit: (layout: ToldLayout) => void }

const toNumber = (value: string | number) => (value === '' ? null : Number(value))

/** Tells where the table is, by the numbers of rows in the file. */
export function LayoutForm({ layout, onSubmit }: LayoutFormProps) {
  const { t } = useTranslation('import')
  const [header, setHeader] = useState<number | null>(layout.header_rows[0] ?? null)
  const [headerRows, setHeaderRows] = useState(Math.max(1, layout.header_rows.length))
  const [unit, setUnit] = useState(layout.unit_row)
  const [first, setFirst] = useState<number | null>(layout.first_row)
  const rows = header === null ? [] : Array.from({ length: headerRows }, (_, index) => header + index)
  const isBelow = first !== null && first > Math.max(0, ...rows, unit ?? 0)
  return (
    <div className={classes.layout} role="group" aria-label={t('read.tell')}>
      <Group gap="md" align="flex-end">
        <NumberInput
          label={t('layout.header')}
          description={t('layout.headerHint')}
          min={1}
          allowDecimal={false}
          value={header ?? ''}
          onChange={(value) => setHeader(toNumber(value))}
        />
        <NumberInput
          label={t('layout.headerRows')}
          min={1}
          max={3}
          clampBehavior="strict"
          allowDecimal={false}
          disabled={header === null}
          value={headerRows}
          onChange={(value) => setHeaderRows(toNumber(value) ?? 1)}
        />
        <NumberInput
          label={t('layout.unit')}
          description={t('layout.unitHint')}
          min={1}
          allowDecimal={false}
          value={unit ?? ''}
          onChange={(value) => setUnit(toNumber(value))}
        />
        <NumberInput
          label={t('layout.first')}
          min={1}
          allowDecimal={false}
          value={first ?? ''}
          onChange={(value) => setFirst(toNumber(value))}
        />
        <ReasonedButton
          reason={isBelow ? null : t('layout.below')}
          onClick={() => first !== null && onSubmit({ header_rows: rows, unit_row: unit, first_row: first })}
        >
          {t('readAgain')}
        </ReasonedButton>
      </Group>
    </div>
  )
}
