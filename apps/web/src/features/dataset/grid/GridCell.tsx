import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsaved } from '#shared/forms/unsaved.ts'
import type { CellContent } from './model/cell-text.ts'
import classes from './DatasetGrid.module.css'

type GridCellProps = {
  column: DatasetColumn
  columnIndex: number
  style: CSSProperties
  content: CellContent
  text: string
  isSelected: boolean
  onMouseDown: (event: MouseEvent) => void
  onMouseEnter: (event: MouseEvent) => void
}

/** A cell of several lines has one in the grid; its row as a form has all. */
function toFirstLine(text: string): string {
  const end = text.indexOf('\n')
  return end === -1 ? text : `${text.slice(0, end)} …`
}

/** A cell that is not the current one. */
export function GridCell({ column, columnIndex, content, text, isSelected, ...rest }: GridCellProps) {
  return (
    <div
      role="gridcell"
      tabIndex={-1}
      className={classes.cell}
      aria-colindex={columnIndex + 2}
      aria-selected={isSelected}
      aria-invalid={'problem' in content || undefined}
      data-number={column.type === 'number' || column.type === 'integer' || undefined}
      {...rest}
    >
      {toFirstLine(text)}
    </div>
  )
}

export type CellEditor = {
  /** Whether something was typed, or the caret moves in the text. */
  isEditing: boolean
  /** Puts the caret behind the text. */
  edit: () => void
  /** Shows the text of the cell again. */
  restore: () => void
  /** Shows another text, as if it had been typed. */
  replace: (text: string) => void
  commit: () => void
}

type ActiveCellProps = Pick<GridCellProps, 'column' | 'columnIndex' | 'style' | 'content' | 'text'> & {
  label: string
  isReadOnly: boolean
  /** Whether the focus is or was in the grid, and follows the current cell. */
  hasFocus: boolean
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>, editor: CellEditor) => void
  onPaste: (text: string) => void
  onCommit: (text: string) => void
}

/**
 * The current cell: a native field from the moment it has the focus, whose text is selected. The first key of any input method replaces it,
 * as in every other field; an editor that opened on that key would lose it. The keys of an input method never come here: see `holdComposedKeys`.
 */
export function ActiveCell({ column, columnIndex, style, content, text, label, isReadOnly, hasFocus, ...on }: ActiveCellProps) {
  const { t } = useTranslation('dataset')
  const field = useRef<HTMLTextAreaElement>(null)
  /** What was typed and is not committed. */
  const written = useRef<string | null>(null)
  const [isEditing, setIsEditing] = useState(false)
  useUnsaved(isEditing)
  const problemId = useId()
  const problem = 'problem' in content ? content.problem : null

  // What is saved, undone or loaded meanwhile is shown, unless the reader is writing.
  useLayoutEffect(() => {
    const element = field.current
    if (!element || isEditing) return
    element.value = text
    if (hasFocus && element !== document.activeElement) element.focus({ preventScroll: true })
    if (hasFocus) element.select()
  }, [text, isEditing, hasFocus])

  const editor: CellEditor = {
    isEditing,
    edit() {
      setIsEditing(true)
      field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
    },
    restore() {
      written.current = null
      setIsEditing(false)
    },
    replace(next) {
      if (field.current) field.current.value = next
      handleInput(next)
    },
    commit,
  }

  function handleInput(next: string) {
    written.current = next
    setIsEditing(true)
  }

  function commit() {
    const next = written.current
    written.current = null
    setIsEditing(false)
    if (next !== null) on.onCommit(next)
  }

  // Another cell becomes the current one by a press, or the rows are loaded again: a field that is removed has no blur.
  const latestCommit = useRef(on.onCommit)
  useLayoutEffect(() => {
    latestCommit.current = on.onCommit
  })
  useLayoutEffect(
    () => () => {
      if (written.current !== null) latestCommit.current(written.current)
      written.current = null
    },
    [],
  )

  function handlePaste(event: ClipboardEvent) {
    if (isEditing) return
    event.preventDefault()
    on.onPaste(event.clipboardData.getData('text/plain'))
  }

  return (
    <div
      role="gridcell"
      className={classes.cell}
      style={style}
      aria-colindex={columnIndex + 2}
      aria-selected
      data-active
      data-number={column.type === 'number' || column.type === 'integer' || undefined}
    >
      <textarea
        ref={field}
        rows={1}
        className={classes.editor}
        defaultValue={text}
        readOnly={isReadOnly}
        aria-label={label}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : problemId}
        spellCheck={false}
        autoComplete="off"
        data-editing={isEditing || undefined}
        onInput={(event) => handleInput(event.currentTarget.value)}
        onMouseDown={(event) => {
          // A press would put the caret into the text, and the first key would not replace it.
          if (isEditing || event.detail > 1) return
          event.preventDefault()
          event.currentTarget.focus({ preventScroll: true })
          event.currentTarget.select()
        }}
        onDoubleClick={() => !isEditing && editor.edit()}
        onKeyDown={(event) => on.onKeyDown(event, editor)}
        onPaste={handlePaste}
        onBlur={commit}
      />
      {problem !== null && (
        <div id={problemId} role="note" className={classes.problem}>
          {t(`grid.problem.${problem}`)}
        </div>
      )}
    </div>
  )
}
