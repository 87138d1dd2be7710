import { searchChat } from '@heddle/contracts/chat/history'
import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { useNumberText } from '#i18n/use-language.ts'
import { call } from '#shared/api/client.ts'
import { isCancelKey, toFoundStep } from '#shared/shortcuts/submit-key.ts'
import { IconButton } from '#shared/ui/buttons/IconButton.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import type { TargetMessage } from '../thread/target-message.ts'
import classes from './FindBar.module.css'
import { countListed, findFirstFrom, findOccurrence, type Matches, type Occurrence } from './occurrences.ts'
import { useFoundMarks } from './use-found-marks.ts'

const pauseMs = 200

type FindBarProps = {
  chatId: string
  /** The last message: with another one, the text is searched for again. */
  lastMessageId: string
  scroller: HTMLElement
  onTarget: (target: TargetMessage) => void
  onClose: () => void
}

/** An occurrence, and which one it is of all. */
type Stop = { readonly matches: Matches; readonly position: number; readonly occurrence: Occurrence | null }

const toStop = (matches: Matches, position: number): Stop => ({ matches, position, occurrence: findOccurrence(matches, position) })

/** Finds a text in all messages of a long chat, of which the page has only some. */
export function FindBar({ chatId, lastMessageId, scroller, onTarget, onClose }: FindBarProps) {
  const { t } = useTranslation('find')
  const { t: tChat } = useTranslation('chat')
  const { t: tCommon } = useTranslation()
  const numberText = useNumberText()
  const [opener] = useState(() => document.activeElement)
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  const applySoon = useDebouncedCallback(setText, pauseMs)
  const { data, error } = useQuery({
    queryKey: [...chatQueries.all, 'find', chatId, lastMessageId, text],
    queryFn: async ({ signal }) => {
      const found = await call(searchChat, { params: { id: chatId }, body: { text }, signal })
      return { ...found, first: toStop(found.matches, findFirstFrom(found.matches, findShownIndex(scroller))) }
    },
    enabled: text !== '',
    staleTime: Infinity,
    meta: { silent: true },
  })
  const found = text === '' ? undefined : data
  const [chosen, setChosen] = useState<Stop | null>(null)
  const stop = found && (chosen?.matches === found.matches ? chosen : found.first)
  const occurrence = stop?.occurrence ?? null
  useFoundMarks(scroller, text, occurrence)

  const handleStop = useEffectEvent(({ messageId, index }: Occurrence) => onTarget({ messageId, key: messageId, foundAt: index }))
  useEffect(() => {
    if (occurrence) handleStop(occurrence)
  }, [occurrence])
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
  }, [])

  function step(by: number) {
    if (!stop || by === 0) return
    const listed = countListed(stop.matches)
    setChosen(toStop(stop.matches, (stop.position + by + listed) % listed))
  }

  function handleChange({ currentTarget: { value }, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    setTyped(value)
    if (!(nativeEvent as InputEvent).isComposing) applySoon(value.trim())
  }

  function handleClose() {
    onClose()
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  }

  function handleKey(event: KeyboardEvent) {
    if (!isCancelKey(event.nativeEvent)) return
    event.preventDefault()
    event.stopPropagation()
    handleClose()
  }

  const status =
    stop && found ? (occurrence ? t('place', { current: numberText(stop.position + 1), total: numberText(found.total) }) : t('none')) : ''
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only hears Escape, from each of its controls
    <search className={classes.bar} aria-label={tChat('header.find')} onKeyDown={handleKey}>
      <div className={classes.row}>
        <TextInput
          ref={field}
          variant="unstyled"
          className={classes.field}
          aria-label={tChat('header.find')}
          placeholder={tChat('header.find')}
          maxLength={200}
          value={typed}
          onChange={handleChange}
          onCompositionEnd={(event) => applySoon(event.currentTarget.value.trim())}
          onKeyDown={({ nativeEvent }) => step(toFoundStep(nativeEvent))}
        />
        <span role="status" className={classes.status}>
          {status}
        </span>
        <IconButton hint={t('previous')} icon={IconChevronUp} onClick={() => step(-1)} />
        <IconButton hint={t('next')} icon={IconChevronDown} onClick={() => step(1)} />
        <CloseButton aria-label={tCommon('close')} onClick={handleClose} />
      </div>
      {error && <ErrorAlert error={error} />}
    </search>
  )
}

/** Returns the index of the first message that is in the view. */
function findShownIndex(scroller: HTMLElement): number {
  const { top } = scroller.getBoundingClientRect()
  const first = [...scroller.querySelectorAll<HTMLElement>('[data-index]')].find((row) => row.getBoundingClientRect().bottom > top)
  return Number(first?.dataset['index'] ?? 0)
}
