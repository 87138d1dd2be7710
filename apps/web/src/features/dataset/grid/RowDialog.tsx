import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNumberText } from '#i18n/use-language.ts'
import { confirmLeave } from '#shared/forms/confirm-leave.ts'
import { useUnsaved } from '#shared/forms/unsaved.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import type { GridRow } from './model/grid-port.ts'
import { RowForm, type RowTexts } from './RowForm.tsx'
import type { GridModel } from './use-grid-model.ts'

type RowDialogProps = {
  /** The row as it was opened: it stays open when rows have another index. */
  opened: GridRow | null
  columns: readonly DatasetColumn[]
  model: GridModel
  onClose: () => void
}

const noTexts: RowTexts = new Map()

/** One row as a form, which asks before it discards what was written. */
export function RowDialog({ opened, columns, model, onClose }: RowDialogProps) {
  const { t } = useTranslation('dataset')
  const { t: tForm } = useTranslation('form')
  const formatNumber = useNumberText()
  const [written, setWritten] = useState<{ readonly rowId: string; readonly texts: RowTexts } | null>(null)
  const { rows, actions } = model
  const index = opened === null ? undefined : rows.findIndex(opened.id)
  const row = index === undefined ? opened : (rows.at(index) ?? opened)
  const texts = row !== null && written?.rowId === row.id ? written.texts : noTexts
  const isChanged = row !== null && [...texts].some(([column, text]) => text !== actions.textAt(row, column))
  useUnsaved(isChanged)

  function close() {
    setWritten(null)
    onClose()
  }

  async function leave() {
    if (isChanged && !(await confirmLeave(tForm))) return false
    close()
    return true
  }

  return (
    <Dialog
      isOpen={row !== null}
      title={t('grid.rowTitle', { row: row ? formatNumber(row.rowNo) : '' })}
      maxWidth={640}
      persistent
      onClose={() => void leave()}
    >
      {row && (
        <RowForm
          key={row.id}
          row={row}
          columns={columns}
          model={model}
          texts={texts}
          onWrite={(next) => setWritten({ rowId: row.id, texts: next })}
          onLeave={leave}
          onClose={close}
        />
      )}
    </Dialog>
  )
}
