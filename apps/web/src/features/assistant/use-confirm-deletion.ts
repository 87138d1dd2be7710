import type { Assistant } from '@heddle/contracts/assistant/assistant'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { assistantQueries } from '#entities/assistant/assistants.queries.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { confirm } from '#shared/notify/confirm.ts'
import { notify } from '#shared/notify/notify.ts'
import { useDeleteAssistant } from './assistant-edit.queries.ts'

/** Returns a function that deletes the expert once the user has seen how much it is used; it resolves to whether it was deleted. */
export function useConfirmDeletion(assistant: Assistant): () => Promise<boolean> {
  const { t } = useTranslation('assistant')
  const name = useLocalized()(assistant.name)
  const queryClient = useQueryClient()
  const remove = useDeleteAssistant(assistant.id)

  return async () => {
    // Read now: what is cached may be an hour old. A failure is reported by the query.
    const detail = await queryClient.fetchQuery({ ...assistantQueries.detail(assistant.id), staleTime: 0 }).catch(() => null)
    if (!detail) return false
    const { chats = 0, last_used_at: lastUsedAt = null } = detail.configuration?.usage ?? {}
    const isDeleted = await confirm({
      title: t('delete.title', { name }),
      message: lastUsedAt === null ? t('delete.unused') : t('delete.used', { count: chats, date: formatDateTime(parseTime(lastUsedAt)) }),
      confirmLabel: t('delete.action'),
      width: 440,
      danger: true,
      act: () => remove.mutateAsync(),
    })
    if (isDeleted) notify({ kind: 'success', message: t('delete.done', { name }), timeout: 1_500 })
    return isDeleted
  }
}
