import type { Assistant } from '@heddle/contracts/assistant/assistant'
import { CloseButton } from '@mantine/core'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { insertText } from '#shared/paste-html.ts'
import { useTypedCommand } from '../command/use-typed-command.ts'
import type { NamedAssistant } from '../draft/drafts.ts'
import { mention } from './mention.ts'
import classes from './MentionPicker.module.css'
import { MentionList } from './MentionList.tsx'

export type MentionPickerProps = {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  /** The expert that the question goes to instead of the chat's. */
  named: NamedAssistant | null
  onName: (assistant: Assistant | null) => void
}

/** The list of experts below an at sign, and the one that was chosen, whose name leaves the text. */
export function MentionPicker({ field, text, named, onName }: MentionPickerProps) {
  const { t } = useTranslation('command')
  const localized = useLocalized()
  const { command, close } = useTypedCommand(mention, field, text)

  function handleChoose(assistant: Assistant) {
    if (!command || !field.current) return
    field.current.focus({ preventScroll: true })
    field.current.setSelectionRange(command.start, command.end)
    insertText(field.current, '')
    close()
    onName(assistant)
  }

  function handleRemove() {
    onName(null)
    field.current?.focus({ preventScroll: true })
  }

  return (
    <>
      {command !== null && <MentionList field={field} query={command.query} onChoose={handleChoose} onClose={close} />}
      {named && (
        <div className={classes.root} role="status">
          <span className={classes.name}>{t('expert.asks', { name: localized(named.name) })}</span>
          <CloseButton size="sm" aria-label={t('expert.remove', { name: localized(named.name) })} onClick={handleRemove} />
        </div>
      )}
    </>
  )
}
