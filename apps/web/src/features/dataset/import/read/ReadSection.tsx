import type { ImportPlan, planDatasetImport } from '@heddle/contracts/dataset/import'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { textEncodings, type ReadingSettings } from '@heddle/contracts/document/reading'
import { Alert, Button, Group, NativeSelect } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useListText, useNumberText } from '#i18n/use-language.ts'
import { Fact, Facts } from '#shared/ui/layout/Facts.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import classes from '../import.module.css'
import { FilePreview } from './FilePreview.tsx'
import { FindingList } from './FindingList.tsx'
import { LayoutForm } from './LayoutForm.tsx'

export type ToldReading = EndpointRequest<typeof planDatasetImport>['body']

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar', ' ': 'space' } as const satisfies Record<
  NonNullable<ReadingSettings['delimiter']>,
  string
>
type Delimiter = keyof typeof delimiterNames
const delimiters = Object.keys(delimiterNames) as Delimiter[]

type ReadSectionProps = { plan: ImportPlan; isOff: boolean; onPlan: (told: ToldReading) => void }

/** How the file was understood, and what a reader of it should know; each of it can be told, and the file is read again then. */
export function ReadSection({ plan, isOff, onPlan }: ReadSectionProps) {
  const { t } = useTranslation('import')
  const [isTelling, setIsTelling] = useState(false)
  const { encoding, delimiter, sheets, table, findings } = plan
  const tell = (told: ToldReading) =>
    onPlan({
      ...(table && { sheet: table.layout.sheet }),
      ...(encoding !== null && { encoding }),
      ...(delimiters.includes(delimiter as Delimiter) && { delimiter: delimiter as Delimiter }),
      ...told,
    })
  return (
    <Section
      title={t('step.read')}
      hint={t('read.hint')}
      aside={
        table && (
          <Button variant="default" size="xs" aria-expanded={isTelling} disabled={isOff} onClick={() => setIsTelling(!isTelling)}>
            {t('read.tell')}
          </Button>
        )
      }
    >
      {!table && (
        <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert" mb="md">
          {t('read.noTable')}
        </Alert>
      )}
      <fieldset disabled={isOff} className={classes.plain}>
        <Group gap="md" align="flex-end" mb="md">
          {encoding !== null && <EncodingSelect encoding={encoding} onChange={(next) => tell({ encoding: next })} />}
          {delimiter !== null && <DelimiterSelect delimiter={delimiter} onChange={(next) => tell({ delimiter: next })} />}
          {(sheets.length > 1 || !table) && <SheetSelect plan={plan} onChange={(sheet) => tell({ sheet })} />}
        </Group>
        {table && <LayoutFacts table={table} />}
        {table && isTelling && (
          <LayoutForm
            layout={table.layout}
            onSubmit={(layout) => {
              setIsTelling(false)
              tell({ layout })
            }}
          />
        )}
      </fieldset>
      <FindingList findings={findings} />
      {table && <FilePreview table={table} />}
    </Section>
  )
}

function EncodingSelect({ encoding, onChange }: { encoding: string; onChange: (encoding: string) => void }) {
  const { t } = useTranslation('import')
  const known: readonly string[] = textEncodings
  const data = known.includes(encoding.toLowerCase()) ? known : [encoding, ...known]
  return (
    <NativeSelect
      label={t('read.encoding')}
      value={known.find((name) => name === encoding.toLowerCase()) ?? encoding}
      data={data.map((value) => ({ value, label: value.toUpperCase() }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function DelimiterSelect({ delimiter, onChange }: { delimiter: string; onChange: (delimiter: Delimiter) => void }) {
  const { t } = useTranslation('import')
  return (
    <NativeSelect
      label={t('read.delimiter')}
      value={delimiter}
      data={delimiters.map((value) => ({ value, label: t(`delimiter.${delimiterNames[value]}`) }))}
      onChange={(event) => onChange(event.currentTarget.value as Delimiter)}
    />
  )
}

function SheetSelect({ plan: { sheets, table }, onChange }: { plan: ImportPlan; onChange: (sheet: number) => void }) {
  const { t } = useTranslation('import')
  const numberText = useNumberText()
  const data = sheets.map(({ index, name, hidden, row_count: rows, problem }) => {
    const notes = [
      ...(hidden ? [t('sheet.hidden')] : []),
      problem === null ? t('sheet.rows', { count: rows, amount: numberText(rows) }) : t(`sheet.${problem}`),
    ]
    return { value: String(index), label: [name || t('read.file'), ...notes].join(' · '), disabled: problem !== null }
  })
  return (
    <NativeSelect
      label={t('read.sheet')}
      value={table ? String(table.layout.sheet) : ''}
      data={table ? data : [{ value: '', label: t('read.chooseSheet') }, ...data]}
      onChange={(event) => event.currentTarget.value !== '' && onChange(Number(event.currentTarget.value))}
    />
  )
}

function LayoutFacts({ table: { layout, columns } }: { table: NonNullable<ImportPlan['table']> }) {
  const { t } = useTranslation('import')
  const listText = useListText()
  const { header_rows: header, unit_row: unit, first_row: first } = layout
  return (
    <Facts>
      <Fact name={t('read.header')}>{header.length === 0 ? t('read.none') : listText(header.map(String))}</Fact>
      <Fact name={t('read.unitRow')}>{unit ?? t('read.none')}</Fact>
      <Fact name={t('read.firstRow')}>{first}</Fact>
      <Fact name={t('read.columns')}>{columns.length}</Fact>
    </Facts>
  )
}
