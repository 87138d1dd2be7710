import type { Message } from '@heddle/contracts/message/message'
import { Button, Group, Textarea } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '#entities/system/config.queries.ts'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import { isCancelKey, isSubmitKey } from '#shared/shortcuts/submit-key.ts'
import { draftStore, dropDraft, writeDraft, writeWithout } from '../draft/drafts.ts'
import type { MessageActions } from './message-actions.ts'
import { QuestionFiles } from './QuestionFiles.tsx'
import classes from './QuestionEditor.module.css'

type QuestionEditorProps = {
  message: Message
  actions: MessageActions
  scope: string
  /** Whether the editor was just opened; one that is only mounted again does not take the focus. */
  takesFocus: boolean
  onClose: () => void
}

/** Edits a question in place. */
export function QuestionEditor({ message, actions, scope, takesFocus, onClose }: QuestionEditorProps) {
  const { t } = useTranslation('chat')
  const { limits } = useConfig()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => draftStore.text(scope) || message.content)
  const [files, setFiles] = useState(() => message.files.filter(({ id }) => !draftStore.without(scope).includes(id)))
  const excess = text.trim().length - limits.message_characters
  const reason =
    actions.askBlocked ?? (text.trim() === '' ? t('composer.empty') : excess > 0 ? t('composer.tooLong', { count: excess }) : null)

  // Moves the caret to the end of the text.
  useEffect(() => {
    if (!field.current || (!takesFocus && !actions.takeEdit(message.id))) return
    field.current.focus()
    field.current.setSelectionRange(field.current.value.length, field.current.value.length)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when it opens
  }, [])

  function handleChange(value: string) {
    setText(value)
    writeDraft(scope, value)
  }

  function handleRemove(fileId: string) {
    const remaining = files.filter(({ id }) => id !== fileId)
    setFiles(remaining)
    writeWithout(
      scope,
      text,
      message.files.filter((file) => !remaining.includes(file)).map(({ id }) => id),
    )
  }

  function handleCancel() {
    dropDraft(scope)
    onClose()
  }

  function handleSend() {
    if (reason !== null) return
    const fileIds = files.map(({ id }) => id)
    writeDraft(scope, text.trim())
    actions.edit(message, text.trim(), fileIds)
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isCancelKey(event.nativeEvent)) {
      event.stopPropagation()
      return handleCancel()
    }
    if (!isSubmitKey(event.nativeEvent)) return
    event.preventDefault()
    handleSend()
  }

  return (
    <form
      className={classes.root}
      aria-label={t('action.editLabel')}
      onSubmit={(event) => {
        event.preventDefault()
        handleSend()
      }}
    >
      <QuestionFiles files={files} onRemove={({ id }) => handleRemove(id)} />
      <Textarea
        ref={field}
        autosize
        minRows={2}
        maxRows={14}
        value={text}
        aria-label={t('action.editLabel')}
        error={excess > 0 ? reason : undefined}
        enterKeyHint="send"
        onChange={(event) => handleChange(event.currentTarget.value)}
        onKeyDown={handleKeyDown}
      />
      <Group justify="space-between" gap="xs" mt="xs">
        <span className={classes.hint}>{t('action.editHint')}</span>
        <Group gap="xs" ms="auto">
          <Button variant="default" size="sm" onClick={handleCancel}>
            {t('action.cancel')}
          </Button>
          <ReasonedButton size="sm" reason={reason} onClick={handleSend}>
            {t('composer.send')}
          </ReasonedButton>
        </Group>
      </Group>
    </form>
  )
}
