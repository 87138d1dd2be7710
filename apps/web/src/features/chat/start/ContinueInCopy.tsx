import { forkChat } from '@heddle/contracts/chat/share'
import { Button, Tooltip } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { putChatInLists } from '#entities/chat/chat-lists.ts'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { call } from '#shared/api/client.ts'
import { notify } from '#shared/notify/notify.ts'
import { paths } from '#shared/paths.ts'

/** Copies the chat of another user into one of the reader's own, and opens that. */
export function ContinueInCopy({ chatId }: { chatId: string }) {
  const { t } = useTranslation('share')
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const fork = useMutation({
    mutationFn: async () => (await call(forkChat, { params: { id: chatId } })).chat,
    onSuccess: (chat) => {
      queryClient.setQueryData(chatQueries.detail(chat.id).queryKey, chat)
      putChatInLists(queryClient, chat)
      notify({ kind: 'success', message: t('reader.copied') })
      return navigate(paths.chat(chat.id))
    },
  })

  return (
    <Tooltip label={t('reader.copyHint')} multiline maw={320}>
      <Button size="sm" leftSection={<IconCopy size={16} />} loading={fork.isPending} onClick={() => fork.mutate()}>
        {t('reader.copy')}
      </Button>
    </Tooltip>
  )
}
