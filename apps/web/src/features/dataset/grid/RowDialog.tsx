import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { useTranslation } from 'react-i18next'
import { useNumberText } from '#i18n/use-language.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import type { GridRow } from './model/grid-port.ts'
import { RowForm } from './RowForm.tsx'
import type { GridModel } from './use-grid-model.ts'

type RowDialogProps = {
  /** The row as it was opened: it stays open when rows have another index. */
  opened: GridRow | null
  columns: readonly DatasetColumn[]
  model: GridModel
  onClose: () => void
}

/** One row as a form. */
export function RowDialog({ opened, columns, model, onClose }: RowDialogProps) {
  const { t } = useTranslation('dataset')
  const formatNumber = useNumberText()
  const { rows } = model
  const index = opened === null ? undefined : rows.findIndex(opened.id)
  const row = index === undefined ? opened : (rows.at(index) ?? opened)
  return (
    <Dialog
      isOpen={row !== null}
      title={t('grid.rowTitle', { row: row ? formatNumber(row.rowNo) : '' })}
      maxWidth={640}
      persistent
      onClose={onClose}
    >
      {row && <RowForm key={row.id} row={row} columns={columns} model={model} onClose={onClose} />}
    </Dialog>
  )
}
