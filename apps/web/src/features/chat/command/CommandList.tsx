import { Anchor, Loader } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isCancelKey, isSubmitKey } from '#shared/shortcuts/submit-key.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import classes from './CommandList.module.css'

type CommandListProps<Row> = {
  field: RefObject<HTMLTextAreaElement | null>
  query: string
  title: string
  found: { rows: readonly Row[]; error: Error | null; isPending: boolean }
  describe: (row: Row) => { name: string; note?: string; description: string }
  /** In place of the rows when there are none. */
  empty: ReactNode
  /** How many there are, for those who do not see the list. */
  formatCount: (count: number) => string
  /** Where the rows are kept. */
  pagePath: string
  onChoose: (row: Row) => void
  onClose: () => void
}

/** What a command of the composer offers, above the field. The focus stays in the field, whose keys move through the list. */
export function CommandList<Row extends { id: string }>({
  field,
  query,
  title,
  found: { rows, error, isPending },
  describe,
  empty,
  formatCount,
  pagePath,
  onChoose,
  onClose,
}: CommandListProps<Row>) {
  const { t } = useTranslation('command')
  const [active, setActive] = useState({ query, index: 0 })
  const index = active.query === query ? Math.min(active.index, rows.length - 1) : 0
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const toOptionId = (id: string) => `${listId}-${id}`
  const current = rows[index]
  const activeId = current && toOptionId(current.id)

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    const isPlain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey
    if (isCancelKey(event)) onClose()
    else if (!isPlain || !current) return
    else if (step !== undefined) setActive({ query, index: (index + step + rows.length) % rows.length })
    else if (isSubmitKey(event) || event.key === 'Tab') onChoose(current)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  const handleLeave = useEffectEvent(onClose)

  useEffect(() => {
    const element = field.current
    if (!element) return
    const abort = new AbortController()
    element.addEventListener('keydown', handleKey, { signal: abort.signal })
    element.addEventListener('blur', handleLeave, { signal: abort.signal })
    return () => abort.abort()
  }, [field])

  // A text field of several lines may be no combobox, but may have a list.
  useEffect(() => {
    const element = field.current
    const attributes = {
      'aria-haspopup': 'listbox',
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-activedescendant': activeId,
    }
    for (const [name, value] of Object.entries(attributes)) if (value) element?.setAttribute(name, value)
    return () => Object.keys(attributes).forEach((name) => element?.removeAttribute(name))
  }, [field, listId, activeId])

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  return (
    <div className={classes.anchor}>
      <div className={classes.panel}>
        <div ref={list} id={listId} role="listbox" aria-label={title} className={classes.list} hidden={rows.length === 0}>
          {rows.map((row) => {
            const { name, note, description } = describe(row)
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- its keys are those of the field
              <div
                key={row.id}
                id={toOptionId(row.id)}
                role="option"
                aria-selected={row === current}
                className={classes.option}
                tabIndex={-1}
                // The focus stays in the field.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(row)}
              >
                <span className={classes.name}>{name}</span>
                {note && <span className={classes.note}>{note}</span>}
                <span className={classes.description}>{description}</span>
              </div>
            )
          })}
        </div>
        {rows.length === 0 && (
          <div className={classes.empty}>{error ? <ErrorAlert error={error} /> : isPending ? <Loader size="sm" /> : empty}</div>
        )}
        <div className={classes.foot}>
          <span className={classes.keys}>{t('keys')}</span>
          <Anchor component={Link} to={pagePath} size="xs" onMouseDown={(event) => event.preventDefault()}>
            {title}
          </Anchor>
        </div>
        <div role="status" className={classes.count}>
          {!isPending && formatCount(rows.length)}
        </div>
      </div>
    </div>
  )
}
