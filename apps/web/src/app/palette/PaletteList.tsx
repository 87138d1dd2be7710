import { Loader, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSubmitKey } from '#shared/shortcuts/submit-key.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import classes from './Palette.module.css'
import type { PaletteRow } from './palette-row.ts'
import { useGroups } from './use-groups.ts'

const pauseMs = 150

/** The field and the list below it. The focus stays in the field, whose keys move through the list. */
export function PaletteList({ onChoose }: { onChoose: (row: PaletteRow) => void }) {
  const { t } = useTranslation('palette')
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  const [activeId, setActiveId] = useState<string | null>(null)
  const applySoon = useDebouncedCallback(setKeyword, pauseMs)
  const query = typed.trim()
  const { groups, error, isPending } = useGroups(query, query === '' ? '' : keyword)
  const rows = groups.flatMap((group) => group.rows)
  const index = Math.max(
    0,
    rows.findIndex(({ id }) => id === activeId),
  )
  const current = rows[index]
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const toOptionId = (id: string) => `${listId}-${id}`

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [current?.id])

  function handleChange({ currentTarget: { value }, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    setTyped(value)
    setActiveId(null)
    if (!(nativeEvent as InputEvent).isComposing) applySoon(value.trim())
  }

  function handleKey(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined) setActiveId(rows[(index + step + rows.length) % rows.length]?.id ?? null)
    else if (!isSubmitKey(event.nativeEvent)) return
    else if (current) onChoose(current)
    event.preventDefault()
  }

  return (
    <>
      <TextInput
        classNames={{ input: classes.input }}
        variant="unstyled"
        size="md"
        data-autofocus
        role="combobox"
        aria-label={t('title')}
        aria-expanded={rows.length > 0}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={current && toOptionId(current.id)}
        placeholder={t('hint')}
        maxLength={200}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={isPending && query !== '' ? <Loader size={14} /> : undefined}
        value={typed}
        onChange={handleChange}
        onCompositionEnd={(event) => applySoon(event.currentTarget.value.trim())}
        onKeyDown={handleKey}
      />
      <div ref={list} id={listId} role="listbox" aria-label={t('title')} className={classes.list} hidden={rows.length === 0}>
        {groups.map((group) => (
          <div key={group.id} role="group" aria-label={t(`group.${group.id}`)}>
            <div className={classes.group} aria-hidden>
              {t(`group.${group.id}`)}
            </div>
            {group.rows.map((row) => (
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
                <row.icon size={18} stroke={1.7} className={classes.icon} aria-hidden />
                <span className={classes.name} dir="auto">
                  {row.name}
                </span>
                {row.description && (
                  <span className={classes.description} dir="auto">
                    {row.description}
                  </span>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      {rows.length === 0 && !isPending && <p className={classes.empty}>{t('none')}</p>}
      {error && (
        <div className={classes.empty}>
          <ErrorAlert error={error} />
        </div>
      )}
      <div role="status" className={classes.count}>
        {!isPending && t('count', { count: rows.length })}
      </div>
    </>
  )
}
