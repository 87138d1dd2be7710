import type { PromptItem } from '@heddle/contracts/prompt/prompt'
import { Anchor, Loader } from '@mantine/core'
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useScopeWords } from '#entities/prompt/use-scope-words.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { isCancelKey, isSubmitKey } from '#shared/shortcuts/submit-key.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import classes from './PromptList.module.css'
import { useFoundPrompts } from './use-found-prompts.ts'

type PromptListProps = {
  field: RefObject<HTMLTextAreaElement | null>
  query: string
  onChoose: (prompt: PromptItem) => void
  onClose: () => void
}

/** The prompts to choose from, above the composer. The focus stays in the field, whose keys move through the list. */
export function PromptList({ field, query, onChoose, onClose }: PromptListProps) {
  const { t } = useTranslation('prompt')
  const localized = useLocalized()
  const formatScope = useScopeWords()
  const { prompts, error, isPending } = useFoundPrompts(query, true)
  const [active, setActive] = useState({ query, index: 0 })
  const index = active.query === query ? Math.min(active.index, prompts.length - 1) : 0
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const toOptionId = (id: string) => `${listId}-${id}`
  const current = prompts[index]
  const activeId = current && toOptionId(current.id)

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    const isPlain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey
    if (isCancelKey(event)) onClose()
    else if (!isPlain || !current) return
    else if (step !== undefined) setActive({ query, index: (index + step + prompts.length) % prompts.length })
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
        <div ref={list} id={listId} role="listbox" aria-label={t('title')} className={classes.list} hidden={prompts.length === 0}>
          {prompts.map((prompt) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- its keys are those of the field
            <div
              key={prompt.id}
              id={toOptionId(prompt.id)}
              role="option"
              aria-selected={prompt === current}
              className={classes.option}
              tabIndex={-1}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(prompt)}
            >
              <span className={classes.name}>{localized(prompt.name)}</span>
              <span className={classes.scope}>{formatScope(prompt)}</span>
              <span className={classes.description}>{localized(prompt.description)}</span>
            </div>
          ))}
        </div>
        {prompts.length === 0 && (
          <div className={classes.empty}>
            {error ? <ErrorAlert error={error} /> : isPending ? <Loader size="sm" /> : t(query === '' ? 'empty.title' : 'empty.filtered')}
          </div>
        )}
        <div className={classes.foot}>
          <span className={classes.keys}>{t('list.keys')}</span>
          <Anchor component={Link} to={paths.prompts()} size="xs" onMouseDown={(event) => event.preventDefault()}>
            {t('title')}
          </Anchor>
        </div>
        <div role="status" className={classes.count}>
          {!isPending && t('list.count', { count: prompts.length })}
        </div>
      </div>
    </div>
  )
}
