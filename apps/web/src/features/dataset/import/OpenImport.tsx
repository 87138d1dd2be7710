import type { Dataset } from '@heddle/contracts/dataset/dataset'
import type { DatasetImport } from '@heddle/contracts/dataset/import'
import { Button, Group, Text } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { hashKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, isUnknownEntity } from '#shared/api/errors.ts'
import { confirm } from '#shared/notify/confirm.ts'
import { notify } from '#shared/notify/notify.ts'
import { paths } from '#shared/paths.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { ImportResult } from './check/ImportResult.tsx'
import { type CarriedMapping, findInitialMapping } from './initial-mapping.ts'
import { isWorking, useImportSteps } from './import.queries.ts'
import classes from './import.module.css'
import { ImportTrail, type ImportStep } from './ImportTrail.tsx'
import { MappedImport } from './MappedImport.tsx'
import { ReadSection } from './read/ReadSection.tsx'
import { StepSection } from './StepProgress.tsx'

type OpenImportProps = {
  dataset: Dataset
  read: DatasetImport
  carried: CarriedMapping | null
  onClose: (mapping?: CarriedMapping) => void
}

function toStep({ state, plan, counts }: DatasetImport): ImportStep {
  if (state === 'applied') return 'done'
  if (!plan?.table || state === 'reading') return 'read'
  return counts === null && state !== 'checking' && state !== 'applying' ? 'map' : 'check'
}

/** An import whose file has been uploaded. */
export function OpenImport({ dataset, read, carried, onClose }: OpenImportProps) {
  const { t } = useTranslation('import')
  const steps = useImportSteps(dataset.id, read.id)
  const { state, plan, failure } = read
  const isRunning = isWorking(state)
  useContinuesNotice(isRunning, dataset.id)

  async function remove() {
    // It may be gone already: after a day, or by another tab.
    await steps.remove.mutateAsync().catch((error: unknown) => {
      if (!isUnknownEntity(error)) throw error
    })
  }

  async function handleOtherFile(mapping?: CarriedMapping) {
    const question = { title: t('leave.title'), message: t('leave.message'), confirmLabel: t('otherFile'), act: remove }
    if (mapping || (await confirm(question))) onClose(mapping)
  }

  const handleCancel = () =>
    void remove().then(
      () => onClose(),
      () => undefined,
    )

  if (state === 'applied') {
    return (
      <>
        <ImportTrail step="done" />
        <ImportResult dataset={dataset} read={read} onAgain={() => onClose()} />
      </>
    )
  }
  return (
    <>
      <ImportTrail step={toStep(read)} />
      <Group className={classes.file} justify="space-between" gap="sm">
        <Group gap="xs" wrap="nowrap" miw={0}>
          <IconFile size={18} aria-hidden />
          <Text fw={600} className={classes.fileName}>
            {read.file_name}
          </Text>
        </Group>
        {!isRunning && (
          <Button variant="default" size="xs" onClick={() => void handleOtherFile()}>
            {t('otherFile')}
          </Button>
        )}
      </Group>
      {state === 'failed' && failure && <ErrorAlert error={new ApiError(409, failure.code, failure.message, failure.params)} />}
      <ErrorAlert error={steps.remove.error ?? steps.plan.error} />
      {state === 'failed' && !plan && (
        <Group mb="md">
          <Button variant="default" loading={steps.plan.isPending} onClick={() => steps.plan.mutate({})}>
            {t('readAgain')}
          </Button>
        </Group>
      )}
      {(state === 'reading' || state === 'applying') && (
        <StepSection read={read} isCancelling={steps.remove.isPending} onCancel={handleCancel} />
      )}
      {plan && state !== 'reading' && state !== 'applying' && (
        <>
          <ReadSection plan={plan} isOff={isRunning} onPlan={(body) => steps.plan.mutate(body)} />
          {plan.table && (
            <MappedImport
              // Another layout has other columns.
              key={hashKey([plan.table.layout, plan.encoding, plan.delimiter])}
              dataset={dataset}
              read={read}
              table={plan.table}
              initial={findInitialMapping(read, plan.table, carried)}
              steps={steps}
              onCancel={handleCancel}
              onMended={(mapping) => void handleOtherFile({ fingerprint: plan.table?.fingerprint ?? '', mapping })}
            />
          )}
        </>
      )}
    </>
  )
}

/** Says, when the page of an import is left while a step runs, that it goes on. */
function useContinuesNotice(isRunning: boolean, datasetId: string) {
  const { t } = useTranslation('import')
  const handleLeave = useEffectEvent(() => {
    if (isRunning && window.location.pathname !== paths.datasetImport(datasetId)) notify({ message: t('continues') })
  })
  useEffect(() => () => handleLeave(), [])
}
