import { ActionIcon, Button, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowBarDown,
  IconForms,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNumberText } from '#i18n/use-language.ts'
import classes from './DatasetGrid.module.css'
import type { GridRange } from './model/grid-position.ts'
import type { GridModel } from './use-grid-model.ts'

type GridToolbarProps = {
  model: GridModel
  /** The tools of selected rows; on a phone the form of a row has its own. */
  selection?: { range: GridRange; onOpen: () => void; onFillDown: () => void; onRemove: () => void; onInserted: (index: number) => void }
}

/** Rows are added here to a table that has none. */
const firstRow: GridRange = { top: 0, bottom: 0, start: 0, end: 0 }

/** What can be done with the selected rows, and how the edits stand. */
export function GridToolbar({ model: { rows, edits, actions, state, report }, selection }: GridToolbarProps) {
  const { t } = useTranslation('dataset')
  const formatNumber = useNumberText()
  const total = rows.readTotal()
  const problems = rows.problems.count()
  const canRetry = rows.problems.list('not_saved').length > 0
  const tools = [
    { label: t('grid.undo'), icon: IconArrowBackUp, isEnabled: state.canUndo, onClick: edits.undo },
    { label: t('grid.redo'), icon: IconArrowForwardUp, isEnabled: state.canRedo, onClick: edits.redo },
    ...(selection ? listRangeTools(selection) : total === 0 ? [toInsertTool(firstRow, 'below')] : []),
  ]

  async function insert(range: GridRange, side: 'above' | 'below') {
    const index = await actions.insert(range, side)
    if (index !== null) selection?.onInserted(index)
  }

  function toInsertTool(range: GridRange, side: 'above' | 'below') {
    const onClick = () => report(insert(range, side))
    return side === 'above'
      ? { label: t('grid.insertAbove'), icon: IconRowInsertTop, isEnabled: total !== null, onClick }
      : { label: t('grid.insertBelow'), icon: IconRowInsertBottom, isEnabled: total !== null, onClick }
  }

  function listRangeTools({ range, onFillDown, onRemove }: NonNullable<GridToolbarProps['selection']>) {
    return [
      toInsertTool(range, 'above'),
      toInsertTool(range, 'below'),
      { label: t('grid.deleteRows'), icon: IconTrash, isEnabled: (total ?? 0) > 0, onClick: onRemove },
      { label: t('grid.fillDown'), icon: IconArrowBarDown, isEnabled: range.bottom > range.top, onClick: onFillDown },
    ]
  }

  const canOpen = total !== null && total > 0
  const shownTools = [
    ...(actions.isReadOnly ? [] : tools),
    ...(selection ? [{ label: t('grid.openRow'), icon: IconForms, isEnabled: canOpen, onClick: selection.onOpen }] : []),
  ]

  return (
    <div role="toolbar" aria-label={t('grid.tools')} className={classes.tools}>
      {shownTools.map(({ label, icon: Icon, isEnabled, onClick }) => (
        <Tooltip key={label} label={label}>
          <ActionIcon
            aria-label={label}
            aria-disabled={!isEnabled}
            data-disabled={!isEnabled || undefined}
            onClick={() => {
              if (isEnabled) onClick()
            }}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
      <span role="status" className={classes.status}>
        {problems > 0
          ? t('grid.problems', { count: problems, shown: formatNumber(problems) })
          : state.isSaving
            ? t('grid.saving')
            : total !== null && t('grid.rows', { count: total, shown: formatNumber(total) })}
      </span>
      {canRetry && (
        <Button variant="default" size="compact-sm" disabled={state.isSaving} onClick={() => void actions.retry()}>
          {t('grid.retry')}
        </Button>
      )}
    </div>
  )
}
