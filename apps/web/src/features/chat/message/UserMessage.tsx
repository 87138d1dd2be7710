import type { Message } from '@heddle/contracts/message/message'
import { VisuallyHidden } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { lazy, memo, Suspense, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { ErrorBoundary } from 'react-error-boundary'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '#shared/ui/buttons/ActionButton.tsx'
import { draftStore, toEditScope } from '../draft/drafts.ts'
import { CopyButton } from './CopyButton.tsx'
import { useMessageActions } from './message-actions.ts'
import barClasses from './MessageBar.module.css'
import { NamedExpert } from './NamedExpert.tsx'
import { QuestionFiles } from './QuestionFiles.tsx'
import { SiblingFlipper } from './SiblingFlipper.tsx'
import classes from './UserMessage.module.css'

const QuestionEditor = lazy(async () => ({ default: (await import('./QuestionEditor.tsx')).QuestionEditor }))

/** `message` is null while the question is being sent. */
type UserMessageProps = { content: string; message?: Message | null }

export const UserMessage = memo(function UserMessage({ content, message = null }: UserMessageProps) {
  const { t } = useTranslation('chat')
  const actions = useMessageActions()
  const editButton = useRef<HTMLButtonElement>(null)
  const scope = actions && message && toEditScope(actions.scope, message.id)
  // A refused edit, or one that was unsent before a reload, opens the editor again.
  const hasDraft = useSyncExternalStore(draftStore.subscribe, () => scope !== null && draftStore.text(scope) !== '')
  const [isEditing, setIsEditing] = useState(hasDraft)
  const [wasAsked, setWasAsked] = useState(false)
  // The editor stays open when the draft is emptied.
  if (hasDraft && !isEditing) setIsEditing(true)
  const question = <Bubble content={content} />

  function handleEdit() {
    setWasAsked(true)
    setIsEditing(true)
  }

  function handleClose() {
    // The button is rendered by this state change.
    flushSync(() => setIsEditing(false))
    editButton.current?.focus({ preventScroll: true })
  }

  return (
    <article className={classes.root}>
      <VisuallyHidden component="h2">{t('message.you')}</VisuallyHidden>
      {message && actions && scope && isEditing ? (
        <ErrorBoundary fallback={question}>
          <Suspense fallback={question}>
            <QuestionEditor message={message} actions={actions} scope={scope} takesFocus={wasAsked} onClose={handleClose} />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <>
          {message && <QuestionFiles files={message.files} />}
          {message?.assistant && <NamedExpert name={message.assistant.name} />}
          {question}
          {message ? (
            <div className={barClasses.root} data-end data-kept={!actions || undefined}>
              <SiblingFlipper message={message} />
              <CopyButton read={() => content} label={t('message.copy')} />
              {actions && (
                <ActionButton ref={editButton} label={t('action.edit')} reason={actions.askBlocked} onClick={handleEdit}>
                  <IconPencil size={16} />
                </ActionButton>
              )}
            </div>
          ) : (
            // Reserves the space of the buttons, so that the reply below does not move.
            <div className={barClasses.root} />
          )}
        </>
      )}
    </article>
  )
})

/** A longer question is folded, so that a pasted document does not push the reply out of the viewport. */
const minFolded = { characters: 1_500, lines: 18 }

function Bubble({ content }: { content: string }) {
  const { t } = useTranslation('chat')
  const [isOpen, setIsOpen] = useState(false)
  const isLong = content.length > minFolded.characters || content.split('\n').length > minFolded.lines
  return (
    <div className={classes.bubble}>
      <div className={classes.text} data-message-text data-folded={isLong && !isOpen ? true : undefined}>
        {content}
      </div>
      {isLong && (
        <button type="button" className={classes.fold} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t('message.showLess') : t('message.showAll')}
        </button>
      )}
    </div>
  )
}
