import { shareChat } from '@heddle/contracts/chat/chat'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { call } from '#shared/api/client.ts'
import { notify } from '#shared/notify/notify.ts'
import { confirm } from '#shared/notify/confirm.ts'

/** Has an administrator end that the tenant reads the chat of another user, who may be one of those who still read it by another share. */
export function EndTenantShare({ chatId }: { chatId: string }) {
  const { t } = useTranslation('share')
  const queryClient = useQueryClient()
  const end = useMutation({
    mutationFn: () => call(shareChat, { params: { id: chatId }, body: { explicitly_public: false } }),
    onSuccess: () => queryClient.invalidateQueries(chatQueries.detail(chatId)),
  })

  async function handleEnd() {
    const question = { title: t('mine.stopTitle'), message: t('reader.stopMessage'), confirmLabel: t('stop') }
    if (await confirm({ ...question, act: () => end.mutateAsync() })) notify({ kind: 'success', message: t('stopped') })
  }

  return (
    <Button size="sm" variant="default" onClick={() => void handleEnd()}>
      {t('stop')}
    </Button>
  )
}
