import type { DatasetColumn, DatasetMeasure } from '@heddle/contracts/dataset/column'
import type { Dataset } from '@heddle/contracts/dataset/dataset'
import { limits } from '@heddle/contracts/limits'
import { isUnitId, units } from '@heddle/units/units'
import { Badge, Button, Code, Group, Text } from '@mantine/core'
import { IconArrowsSort, IconColumns3, IconMathFunction, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { NameWithDefault } from '#shared/table/NameWithDefault.tsx'
import { readyQuery } from '#shared/table/ready-query.ts'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { useTableState } from '#shared/table/use-table-state.ts'
import { IconButton } from '#shared/ui/buttons/IconButton.tsx'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { ColumnDialog } from './ColumnDialog.tsx'
import { MeasureDialog } from './MeasureDialog.tsx'
import { OrderDialog } from './OrderDialog.tsx'
import { RemovePartDialog } from './RemovePartDialog.tsx'

type Opened<One> = { readonly dialog: 'new' | 'order' } | { readonly dialog: 'edit' | 'remove'; readonly one: One } | null

/** The columns and measures of the draft, one a line. */
export function DatasetColumns({ dataset }: { dataset: Dataset }) {
  return (
    <>
      <ColumnSection dataset={dataset} />
      <MeasureSection dataset={dataset} />
    </>
  )
}

const formatUnit = (unit: string | undefined) => (unit === undefined ? null : isUnitId(unit) ? units[unit].symbol : unit)

function ColumnSection({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('dataset')
  const [opened, setOpened] = useState<Opened<DatasetColumn>>(null)
  const onClose = () => setOpened(null)
  const columns: Column<DatasetColumn>[] = [
    { key: 'name', title: t('field.name'), isRowHeader: true, width: '36%', render: (column) => <PartName part={column} /> },
    { key: 'type', title: t('column.type'), render: ({ type }) => t(`type.${type}`) },
    { key: 'unit', title: t('column.unit'), width: 140, render: ({ unit }) => formatUnit(unit) },
    { key: 'rules', title: t('column.rules'), render: (column) => <Rules column={column} /> },
  ]
  return (
    <>
      <PartSection
        part="columns"
        all={dataset.columns}
        max={limits.datasetColumns}
        tableColumns={columns}
        empty={
          <EmptyState icon={<IconColumns3 size={36} stroke={1.4} />} title={t('part.columns.empty')} hint={t('part.columns.emptyHint')} />
        }
        onOpen={setOpened}
      />
      {opened?.dialog === 'new' && <ColumnDialog dataset={dataset} onClose={onClose} />}
      {opened?.dialog === 'edit' && <ColumnDialog dataset={dataset} column={opened.one} onClose={onClose} />}
      {opened?.dialog === 'remove' && (
        <RemovePartDialog dataset={dataset} removed={{ part: 'columns', one: opened.one }} onClose={onClose} />
      )}
      {opened?.dialog === 'order' && <OrderDialog dataset={dataset} part="columns" onClose={onClose} />}
    </>
  )
}

function MeasureSection({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('dataset')
  const [opened, setOpened] = useState<Opened<DatasetMeasure>>(null)
  const onClose = () => setOpened(null)
  const columns: Column<DatasetMeasure>[] = [
    { key: 'name', title: t('field.name'), isRowHeader: true, width: '36%', render: (measure) => <PartName part={measure} /> },
    { key: 'formula', title: t('measure.formula'), render: ({ formula }) => <Code>{formula}</Code> },
    { key: 'unit', title: t('column.unit'), width: 140, render: ({ unit }) => formatUnit(unit) },
  ]
  return (
    <>
      <PartSection
        part="measures"
        all={dataset.measures}
        max={limits.datasetMeasures}
        tableColumns={columns}
        empty={
          <EmptyState
            icon={<IconMathFunction size={36} stroke={1.4} />}
            title={t('part.measures.empty')}
            hint={t('part.measures.emptyHint')}
          />
        }
        onOpen={setOpened}
      />
      {opened?.dialog === 'new' && <MeasureDialog dataset={dataset} onClose={onClose} />}
      {opened?.dialog === 'edit' && <MeasureDialog dataset={dataset} measure={opened.one} onClose={onClose} />}
      {opened?.dialog === 'remove' && (
        <RemovePartDialog dataset={dataset} removed={{ part: 'measures', one: opened.one }} onClose={onClose} />
      )}
      {opened?.dialog === 'order' && <OrderDialog dataset={dataset} part="measures" onClose={onClose} />}
    </>
  )
}

type PartSectionProps<One> = {
  part: 'columns' | 'measures'
  all: readonly One[]
  max: number
  tableColumns: readonly Column<One>[]
  empty: ReactNode
  onOpen: (opened: Opened<One>) => void
}

function PartSection<One extends DatasetColumn | DatasetMeasure>({ part, all, max, tableColumns, empty, onOpen }: PartSectionProps<One>) {
  const { t } = useTranslation('dataset')
  const localized = useLocalized()
  const table = useTableState({ filters: {} })
  return (
    <Section
      title={t(`part.${part}.title`)}
      hint={t(`part.${part}.hint`)}
      aside={
        <Group gap="xs">
          {all.length > 1 && (
            <Button variant="default" leftSection={<IconArrowsSort size={18} aria-hidden />} onClick={() => onOpen({ dialog: 'order' })}>
              {t('order.open')}
            </Button>
          )}
          <ReasonedButton
            leftSection={<IconPlus size={18} aria-hidden />}
            reason={all.length < max ? null : t(`part.${part}.full`, { count: max })}
            onClick={() => onOpen({ dialog: 'new' })}
          >
            {t(`part.${part}.add`)}
          </ReasonedButton>
        </Group>
      }
    >
      <ServerTable
        label={t(`part.${part}.title`)}
        columns={tableColumns}
        query={readyQuery(all)}
        tableState={table}
        empty={empty}
        renderActions={(one) => {
          const name = localized(one.name)
          return (
            <Group gap={4} wrap="nowrap">
              <IconButton
                hint={t('part.edit')}
                label={t('part.editNamed', { name })}
                icon={IconPencil}
                onClick={() => onOpen({ dialog: 'edit', one })}
              />
              <IconButton
                hint={t('remove.action')}
                label={t('part.removeNamed', { name })}
                icon={IconTrash}
                onClick={() => onOpen({ dialog: 'remove', one })}
              />
            </Group>
          )
        }}
      />
    </Section>
  )
}

function PartName({ part: { id, name } }: { part: DatasetColumn | DatasetMeasure }) {
  const localized = useLocalized()
  return (
    <NameWithDefault name={name}>
      <Group gap={8} wrap="nowrap" component="span">
        <Text component="span" size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          {localized(name)}
        </Text>
        <Code>{id}</Code>
      </Group>
    </NameWithDefault>
  )
}

function Rules({ column }: { column: DatasetColumn }) {
  const { t } = useTranslation('dataset')
  const rules = [
    column.key ? t('rule.key') : null,
    column.required && !column.key ? t('rule.required') : null,
    column.unique && !column.key ? t('rule.unique') : null,
    column.refers_to === undefined ? null : t('rule.refers_to'),
  ].filter((rule) => rule !== null)
  if (rules.length === 0) return null
  return (
    <Group gap={4}>
      {rules.map((rule) => (
        <Badge key={rule} variant="light" color="gray" tt="none" fw={550}>
          {rule}
        </Badge>
      ))}
    </Group>
  )
}
