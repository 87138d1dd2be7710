import type { Message } from '@heddle/contracts/message'
import { VisuallyHidden } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { lazy, memo, Suspense, useRef, useState, useSyncExternalStore } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '#shared/ui/ActionButton.tsx'
import { draftStore, toEditScope } from '../draft/drafts.ts'
import { CopyButton } from './CopyButton.tsx'
import { useMessageActions } from './message-actions.ts'
import barClasses from './MessageBar.module.css'
import { QuestionFiles } from './QuestionFiles.tsx'
import { SiblingFlipper } from './SiblingFlipper.tsx'
import classes from './UserMessage.module.css'

const QuestionEditor = lazy(async () => ({ default: (await import('./QuestionEditor.tsx')).QuestionEditor }))

/** `message` is null while the question is on its way. */
type UserMessageProps = { content: string; message?: Message | null }

export const UserMessage = memo(function UserMessage({ content, message = null }: UserMessageProps) {
  const { t } = useTranslation('chat')
  const actions = useMessageActions()
  const editButton = useRef<HTMLButtonElement>(null)
  const scope = actions && message && toEditScope(actions.scope, message.id)
  // Words that were not accepted, or not sent before a reload, are there to go on with.
  const hasDraft = useSyncExternalStore(draftStore.subscribe, () => scope !== null && draftStore.text(scope) !== '')
  const [isEditing, setIsEditing] = useState(hasDraft)
  const [wasAsked, setWasAsked] = useState(false)
  // And stay open when the last of them is deleted.
  if (hasDraft && !isEditing) setIsEditing(true)
  const question = <Bubble content={content} />

  function handleEdit() {
    setWasAsked(true)
    setIsEditing(true)
  }

  function handleClose() {
    setIsEditing(false)
    // It comes with the rendering that this one causes.
    requestAnimationFrame(() => editButton.current?.focus({ preventScroll: true }))
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
          {question}
          {message ? (
            <div className={barClasses.root} data-end data-kept={!actions || undefined}>
              <SiblingFlipper message={message} />
              <CopyButton text={content} label={t('message.copy')} />
              {actions && (
                <ActionButton ref={editButton} label={t('action.edit')} reason={actions.askBlocked} onClick={handleEdit}>
                  <IconPencil size={16} />
                </ActionButton>
              )}
            </div>
          ) : (
            // The place of the buttons that come: the reply below stays where it is.
            <div className={barClasses.root} />
          )}
        </>
      )}
    </article>
  )
})

/** A pasted document should not push the answer out of sight. */
const minFolded = { characters: 1_500, lines: 18 }

function Bubble({ content }: { content: string }) {
  const { t } = useTranslation('chat')
  const [isOpen, setIsOpen] = useState(false)
  const isLong = content.length > minFolded.characters || content.split('\n').length > minFolded.lines
  return (
    <div className={classes.bubble}>
      <div className={classes.text} data-folded={isLong && !isOpen ? true : undefined}>
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
