import type { DatasetColumn, DatasetMeasure } from '@heddle/contracts/dataset/column'
import type { Dataset } from '@heddle/contracts/dataset/dataset'
import { Alert, List, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { ApiError } from '#shared/api/errors.ts'
import { DeleteDialog } from '#shared/ui/dialogs/DeleteDialog.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { ColumnUsers } from './definition-errors.tsx'
import { useUpdateDefinition } from './definition.queries.ts'

type RemovePartDialogProps = {
  dataset: Dataset
  removed: { part: 'columns'; one: DatasetColumn } | { part: 'measures'; one: DatasetMeasure }
  onClose: () => void
}

/** Asks before a column or a measure is removed from the draft. A column that a measure names stays. */
export function RemovePartDialog({ dataset, removed: { part, one }, onClose }: RemovePartDialogProps) {
  const { t } = useTranslation('dataset')
  const localized = useLocalized()
  const { update, isPending } = useUpdateDefinition(dataset)
  const [error, setError] = useState<unknown>(null)
  const isNamed = new RegExp(String.raw`\b${one.id}\b`)
  const measures = part === 'columns' ? dataset.measures.filter(({ formula }) => isNamed.test(formula)) : []

  async function handleRemove() {
    setError(null)
    try {
      await update((latest) =>
        part === 'columns'
          ? { columns: latest.columns.filter(({ id }) => id !== one.id) }
          : { measures: latest.measures.filter(({ id }) => id !== one.id) },
      )
      onClose()
    } catch (failure) {
      setError(failure)
    }
  }

  return (
    <DeleteDialog
      title={t('remove.title', { name: localized(one.name) })}
      deleteLabel={t('remove.action')}
      isDeleting={isPending}
      isBlocked={measures.length > 0}
      onDelete={() => void handleRemove()}
      onClose={onClose}
    >
      {measures.length > 0 ? (
        <Alert color="brand" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert" title={t('remove.used')}>
          <List size="sm">
            {measures.map(({ id, name }) => (
              <List.Item key={id}>{localized(name)}</List.Item>
            ))}
          </List>
        </Alert>
      ) : (
        <Text size="sm">{t(`remove.${part}`)}</Text>
      )}
      {error instanceof ApiError && error.code === 'DATASET_COLUMN_IN_USE' ? (
        <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert">
          <ColumnUsers params={error.params} />
        </Alert>
      ) : (
        <ErrorAlert error={error} />
      )}
    </DeleteDialog>
  )
}
