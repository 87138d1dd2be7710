import type { Message } from '@heddle/contracts/message/message'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#shared/clipboard.ts'
import { notify } from '#shared/notify/notify.ts'
import { useShortcut } from '#shared/shortcuts/shortcuts.ts'
import { readReply } from '../message/read-reply.ts'

/** Registers the shortcuts for the last reply and the last question. */
export function useChatShortcuts(messages: readonly Message[]): void {
  const { t } = useTranslation('chat')
  const { t: tCommon } = useTranslation()
  const reply = messages.findLast(({ role, status, content }) => role === 'assistant' && status !== 'generating' && content !== '')
  const questionId = messages.findLast(({ role }) => role === 'user')?.id
  const copyReply = useCallback(() => {
    copyText(reply ? readReply(reply) : '').then(
      () => notify({ message: tCommon('copied') }),
      () => notify({ kind: 'error', message: tCommon('copyFailed') }),
    )
  }, [reply, tCommon])
  const editQuestion = useCallback(() => {
    const buttons = document.querySelectorAll<HTMLElement>(`[data-message="${questionId}"] button`)
    // The button itself checks whether the question may be edited, and shows why not.
    ;[...buttons].find((button) => button.getAttribute('aria-label') === t('action.edit'))?.click()
  }, [questionId, t])
  useShortcut('copyReply', reply === undefined ? null : copyReply)
  useShortcut('editQuestion', questionId === undefined ? null : editQuestion)
}
