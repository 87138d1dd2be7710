import type { Assistant } from '@heddle/contracts/assistant/assistant'
import { type ClipboardEvent, lazy, type ReactNode, Suspense, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadWithTexts } from '#i18n/load-with-texts.ts'
import { useNumberText } from '#i18n/use-language.ts'
import { useConfig } from '#entities/system/config.queries.ts'
import { useShortcut } from '#shared/shortcuts/shortcuts.ts'
import { lazyExtra } from '#shared/lazy-extra.ts'
import { pasteTextOfHtml } from '#shared/paste-html.ts'
import { createPasteFile, useLongPaste } from '../draft/long-paste.ts'
import { useDraft, useNamedAssistant } from '../draft/drafts.ts'
import { listPastedFiles } from '../draft/pasted.ts'
import { useListsWanted } from './use-lists-wanted.ts'
import { ComparisonNotice } from '../comparison/ComparisonNotice.tsx'
import { AttachButton } from '../files/AttachButton.tsx'
import type { Attachments } from '../files/use-attachments.ts'
import { useHeldFiles } from '../files/use-held-files.ts'
import classes from './Composer.module.css'
import { ComposerBox } from './ComposerBox.tsx'
import type { ExpertChoice } from '../prompt/PromptPicker.tsx'
import { SendButton } from './SendButton.tsx'

type ComposerProps = {
  /** The scope of the draft. */
  scope: string
  /** The field takes the focus when this changes; never when it is null. */
  focusKey?: string | null
  /** Shown instead of sending. */
  blockedReason: string | null
  /** Shown while the message in the field waits to be sent. */
  waitingFor?: string | null
  /** The message is being sent, and its text has left the composer. */
  isLeaving?: boolean
  isGenerating: boolean
  isStopping: boolean
  onSend: (content: string) => void
  onStop: () => void
  /** A notice above the field. */
  notice?: ReactNode
  /** What the notice says of why nothing can be sent; it is not said again below the field. */
  noticeReason?: string | null
  /** Below the field: the choices for the next message. */
  tools?: ReactNode
  files: Attachments
  /** Where the chat has not begun: an at sign or a prompt may choose another expert for it. */
  experts?: ExpertChoice
  /** Names another expert for one question; null for none. */
  onNameExpert?: (expert: Assistant | null) => void
  /** Whether the question may go to several beside each other. */
  mayCompare?: boolean
}

const FileTray = lazy(() => import('../files/FileTray.tsx').then(({ FileTray: Tray }) => ({ default: Tray })))
const LongPasteOffer = lazyExtra(async () => (await import('./LongPasteOffer.tsx')).LongPasteOffer)
const PromptPicker = lazyExtra(
  async () => (await loadWithTexts(() => import('../prompt/PromptPicker.tsx'), 'prompt', 'command')).PromptPicker,
)
const MentionPicker = lazyExtra(async () => (await loadWithTexts(() => import('../mention/MentionPicker.tsx'), 'command')).MentionPicker)
const FileExperts = lazyExtra(async () => (await import('../files/FileExperts.tsx')).FileExperts)
const DropArea = lazyExtra(async () => (await import('#shared/files/DropArea.tsx')).DropArea)

/** The share of the limit from which the length is shown. */
const minCountedShare = 0.9

export function Composer({
  scope,
  focusKey,
  blockedReason,
  waitingFor = null,
  isLeaving = false,
  isGenerating,
  isStopping,
  onSend,
  onStop,
  notice,
  noticeReason = null,
  tools,
  files,
  experts,
  onNameExpert,
  mayCompare = false,
}: ComposerProps) {
  const { t } = useTranslation('chat')
  const numberText = useNumberText()
  const { limits } = useConfig()
  const [draft, setDraft] = useDraft(scope)
  // The refused part; its reason is shown as long as it holds.
  const [refused, setRefused] = useState<'message' | 'files' | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const handleRefused = useCallback(() => setRefused('files'), [])
  const held = useHeldFiles(files, handleRefused)
  const paste = useLongPaste(draft)
  const lists = useListsWanted(draft)
  const named = useNamedAssistant(scope)
  const canName = onNameExpert !== undefined || experts !== undefined
  useShortcut(
    'composer',
    useCallback(() => field.current?.focus(), []),
  )
  useShortcut('stop', isGenerating ? onStop : null)
  const text = isLeaving ? '' : draft
  // A slash alone asks for a prompt, also while the list of them is loading.
  const isEmpty = ['', '/', '／'].includes(text.trim())
  const excess = text.trim().length - limits.message_characters
  const problem =
    blockedReason ?? files.problem ?? (isEmpty ? t('composer.empty') : excess > 0 ? t('composer.tooLong', { count: excess }) : null)
  const refusal = refused === 'message' ? problem : refused === 'files' ? files.blockedReason : null
  const isInNotice = refusal !== null && refusal === noticeReason
  const hint = excess > 0 ? t('composer.tooLong', { count: excess }) : ((isInNotice ? null : refusal) ?? waitingFor)
  const noticeId = useId()

  // On a phone, focus would open the keyboard over the chat.
  useEffect(() => {
    if (focusKey !== null && window.matchMedia('(hover: hover)').matches) field.current?.focus({ preventScroll: true })
  }, [scope, focusKey])

  function handleChange(value: string) {
    setRefused(null)
    held.drop()
    setDraft(value)
    lists.note(value)
  }

  function handleSubmit() {
    if (isGenerating || isLeaving) return
    field.current?.focus({ preventScroll: true })
    if (problem !== null) return setRefused('message')
    setRefused(null)
    onSend(text.trim())
  }

  function handlePaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const pasted = listPastedFiles(event.clipboardData)
    const { types } = event.clipboardData
    const canOffer = files.blockedReason === null && !files.isFull && types.includes('text/plain')
    if (canOffer && pasted.length === 0) paste.notice(event.clipboardData.getData('text/plain'), event.currentTarget.selectionStart)
    if (pasted.length === 0) return pasteTextOfHtml(event)
    event.preventDefault()
    held.add(pasted)
  }

  function handleExpert(expert: Assistant | null) {
    if (experts && expert) experts.onChoose(expert.id)
    else onNameExpert?.(expert)
  }

  function handleFileExpert(expert: Assistant) {
    setRefused(null)
    handleExpert(expert)
    held.release()
    field.current?.focus()
  }

  function handleTurnIntoFile({ text: long, rest }: { text: string; rest: string }) {
    setDraft(rest)
    paste.dismiss()
    files.add([createPasteFile(long, new Date())])
    field.current?.focus()
  }

  const { offer } = paste
  const hasFiles = files.ready.length > 0 || files.attachments.length > 0 || files.selection !== null

  return (
    <div className={classes.root}>
      <Suspense>
        {files.acceptsFiles !== null && <DropArea hint={t('files.drop')} onDrop={(transfer) => held.add([...transfer.files])} />}
      </Suspense>
      {/* Mounted again, so that it is announced when a message is refused for it. */}
      <div key={String(isInNotice)} id={noticeId} role={isInNotice ? 'alert' : undefined}>
        {notice}
      </div>
      <Suspense>{offer && !isLeaving && <LongPasteOffer onAccept={() => handleTurnIntoFile(offer)} onDismiss={paste.dismiss} />}</Suspense>
      <Suspense>
        {files.acceptsFiles === false && (refused === 'files' || hasFiles) && canName && <FileExperts onChoose={handleFileExpert} />}
      </Suspense>
      <Suspense>
        {lists.isWanted && <PromptPicker field={field} text={text} blockedReason={blockedReason ?? files.problem} experts={experts} />}
      </Suspense>
      <Suspense>
        {((lists.isWanted && canName) || named) && !isLeaving && (
          <MentionPicker field={field} text={text} named={named} onName={handleExpert} />
        )}
      </Suspense>
      {mayCompare && !isLeaving && <ComparisonNotice scope={scope} />}
      <ComposerBox
        ref={field}
        text={text}
        maxRows={9}
        isReadOnly={isLeaving}
        problem={hint}
        refusalId={isInNotice ? noticeId : undefined}
        onChange={handleChange}
        onPaste={handlePaste}
        onSubmit={handleSubmit}
        tray={<Suspense>{hasFiles && <FileTray files={files} />}</Suspense>}
        tools={
          <>
            <AttachButton files={files} onRefused={handleRefused} />
            {tools}
          </>
        }
      >
        {text.length >= limits.message_characters * minCountedShare && (
          <span className={classes.count} data-over={excess > 0 || undefined}>
            {t('composer.count', { used: numberText(text.trim().length), most: numberText(limits.message_characters) })}
          </span>
        )}
        <SendButton
          isGenerating={isGenerating}
          isStopping={isStopping}
          problem={problem}
          isExplained={problem !== null && problem === noticeReason}
          onStop={onStop}
        />
      </ComposerBox>
    </div>
  )
}
