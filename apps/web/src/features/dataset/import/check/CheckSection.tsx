import type { Dataset } from '@heddle/contracts/dataset/dataset'
import { downloadDatasetImportErrors, type DatasetImport, type ImportMapping, ImportMode } from '@heddle/contracts/dataset/import'
import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNumberText } from '#i18n/use-language.ts'
import { useDownload } from '#shared/files/use-download.ts'
import { confirm } from '#shared/notify/confirm.ts'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { type ImportSteps, isWorking } from '../import.queries.ts'
import classes from '../import.module.css'
import { findMappingProblem, type PlanTable } from '../mapping.ts'
import { StepProgress } from '../StepProgress.tsx'
import { CountList } from './CountList.tsx'
import { ErrorTable } from './ErrorTable.tsx'

type CheckSectionProps = {
  dataset: Dataset
  read: DatasetImport
  table: PlanTable
  /** As it is sent. */
  mapping: ImportMapping
  mode: ImportMode
  /** Whether the last check was of this mapping and mode. */
  isChecked: boolean
  steps: ImportSteps
  onCancel: () => void
  onMode: (mode: ImportMode) => void
  onMended: () => void
}

/** What the rows would become, what is wrong with them, and the choice to write them. */
export function CheckSection({ dataset, read, table, mapping, mode, isChecked, steps, onCancel, onMode, onMended }: CheckSectionProps) {
  const { t } = useTranslation('import')
  const isRunning = isWorking(read.state)
  const problem = findMappingProblem(mapping, dataset.columns)
  const hasKey = dataset.columns.some(({ key }) => key === true)

  return (
    <Section title={t('step.check')} hint={t('check.hint')}>
      <fieldset disabled={isRunning} className={classes.plain}>
        <Radio.Group label={t('mode.label')} value={mode} onChange={(value) => onMode(ImportMode.parse(value))}>
          <Stack gap="xs" mt={6}>
            {ImportMode.options.map((value) => {
              const isOff = value === 'update' && !hasKey
              return (
                <Radio
                  key={value}
                  value={value}
                  label={t(`mode.${value}`)}
                  description={t(isOff ? 'mode.noKey' : `mode.${value}Hint`)}
                  disabled={isOff}
                />
              )
            })}
          </Stack>
        </Radio.Group>
      </fieldset>
      <Group mt="md" gap="xs">
        <ReasonedButton
          variant={isChecked ? 'default' : 'filled'}
          // Not off for a reason meanwhile: the focus comes back to it.
          loading={steps.check.isPending || isRunning}
          reason={problem === null ? null : t(`check.problem.${problem}`)}
          onClick={() => steps.check.mutate({ mapping, mode })}
        >
          {t(read.counts === null ? 'check.start' : 'check.again')}
        </ReasonedButton>
      </Group>
      <div className={classes.outcome}>
        {isRunning && <StepProgress read={read} isCancelling={steps.remove.isPending} onCancel={onCancel} />}
        <ErrorAlert error={steps.check.error ?? steps.apply.error} />
        {read.counts !== null && !isRunning && !isChecked && (
          <Alert color="orange" variant="light" icon={<IconAlertTriangle />} role="status">
            {t('check.changed')}
          </Alert>
        )}
        {read.counts !== null && !isRunning && isChecked && (
          <CheckedRows dataset={dataset} read={read} table={table} mode={mode} counts={read.counts} steps={steps} onMended={onMended} />
        )}
      </div>
    </Section>
  )
}

type CheckedRowsProps = Pick<CheckSectionProps, 'dataset' | 'read' | 'table' | 'mode' | 'steps' | 'onMended'> & {
  counts: NonNullable<DatasetImport['counts']>
}

function CheckedRows({ dataset, read, table, mode, counts, steps, onMended }: CheckedRowsProps) {
  const { t } = useTranslation('import')
  const numberText = useNumberText()
  const errors = useDownload(downloadDatasetImportErrors, 'text/csv')
  const { rows, bad } = counts
  const good = rows - bad
  const isGood = bad === 0

  async function handleApply() {
    const apply = () => steps.apply.mutateAsync({ rows: isGood ? 'all' : 'good' })
    if (mode !== 'replace' || dataset.row_count === 0) return void apply().catch(() => undefined)
    await confirm({
      title: t('replace.title'),
      message: t('replace.message', { count: dataset.row_count, amount: numberText(dataset.row_count) }),
      confirmLabel: t('replace.confirm'),
      danger: true,
      act: apply,
    })
  }

  return (
    <Stack gap="md">
      {isGood ? (
        <Alert color="teal" variant="outline" icon={<IconCircleCheck />} role="status">
          {t('check.good', { count: rows, amount: numberText(rows) })}
        </Alert>
      ) : (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle />}
          role="status"
          title={t('check.bad', { count: bad, amount: numberText(bad), total: numberText(rows) })}
        >
          {t('check.badHint')}
        </Alert>
      )}
      <CountList counts={counts} mode={mode} existing={dataset.row_count} />
      {!isGood && (
        <>
          <ErrorTable errors={read.errors} dataset={dataset} table={table} />
          <Group justify="space-between" gap="sm">
            <Text size="sm" c="dimmed">
              {read.error_count > read.errors.length &&
                t('check.firstOf', {
                  shown: numberText(read.errors.length),
                  count: read.error_count,
                  amount: numberText(read.error_count),
                })}
            </Text>
            <Button
              variant="default"
              size="xs"
              loading={errors.isDownloading}
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() =>
                errors.download({ request: { params: { id: dataset.id, importId: read.id } }, fileName: `${t('check.errorsName')}.csv` })
              }
            >
              {t('check.download')}
            </Button>
          </Group>
        </>
      )}
      <Group justify="flex-end" gap="xs">
        {!isGood && (
          <Button variant="default" onClick={onMended}>
            {t('check.mended')}
          </Button>
        )}
        <ReasonedButton
          reason={good === 0 ? t('check.nothingGood') : null}
          loading={steps.apply.isPending}
          onClick={() => void handleApply()}
        >
          {t(isGood ? 'apply.all' : 'apply.good', { count: good, amount: numberText(good) })}
        </ReasonedButton>
      </Group>
      {!isGood && good > 0 && (
        <Text size="sm" c="dimmed" ta="end" mt={-8}>
          {t('apply.leftOut', { count: bad, amount: numberText(bad) })}
        </Text>
      )}
    </Stack>
  )
}
