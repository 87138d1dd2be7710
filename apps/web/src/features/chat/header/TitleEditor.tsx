import type { Chat } from '@heddle/contracts/chat/chat'
import { limits } from '@heddle/contracts/limits'
import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRenameChat } from '#entities/chat/chats.queries.ts'
import { isCancelKey, isSubmitKey } from '#shared/shortcuts/submit-key.ts'

type TitleEditorProps = { chat: Pick<Chat, 'id' | 'title'>; onClose: () => void }

/** The title as a field: Enter and leaving the field save, Escape cancels. */
export function TitleEditor({ chat, onClose }: TitleEditorProps) {
  const { t } = useTranslation('chat')
  const [name, setName] = useState(chat.title ?? '')
  const rename = useRenameChat(chat.id)

  function handleSave() {
    // Saving with Enter also leaves the field.
    if (rename.isPending) return
    const wanted = name.trim()
    if (wanted === '' || wanted === chat.title) return onClose()
    rename.mutate(wanted, { onSuccess: onClose })
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (isSubmitKey(event.nativeEvent)) handleSave()
    if (isCancelKey(event.nativeEvent)) onClose()
  }

  return (
    <TextInput
      size="xs"
      autoFocus
      value={name}
      maxLength={limits.chatTitleCharacters}
      disabled={rename.isPending}
      aria-label={t('header.titleLabel')}
      title={t('header.renameHint')}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setName(event.currentTarget.value)}
      onKeyDown={handleKeyDown}
      onBlur={handleSave}
    />
  )
}
