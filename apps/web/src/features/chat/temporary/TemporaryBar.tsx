import type { Chat } from '@heddle/contracts/chat/chat'
import { Button } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { notify } from '#shared/notify/notify.ts'
import { paths } from '#shared/paths.ts'
import { dropDraft } from '../draft/drafts.ts'
import classes from './Temporary.module.css'
import { useEndChat, useEndOfChat, useKeepChat } from './temporary.queries.ts'

type TemporaryBarProps = { chat: Chat; until: string; scope: string; isGenerating: boolean }

/** What a temporary chat is, above its messages, and the two ways out of it. */
export function TemporaryBar({ chat, until, scope, isGenerating }: TemporaryBarProps) {
  const { t } = useTranslation('temporary')
  const navigate = useNavigate()
  const keep = useKeepChat(chat.id)
  const end = useEndChat(chat.id, async () => {
    dropDraft(scope)
    await navigate(paths.newChat({ assistantId: chat.assistant?.id }), { replace: true })
    notify({ kind: 'success', message: t('ended'), timeout: 1_500 })
  })
  useEndOfChat(chat.id, until)

  return (
    <section className={classes.notice} aria-label={t('name')}>
      <span className={classes.text}>
        <IconHourglass size={17} aria-hidden />
        {t('about')}
      </span>
      <span className={classes.actions}>
        <Button
          size="compact-sm"
          variant="light"
          loading={keep.isPending}
          disabled={isGenerating || end.isPending}
          title={isGenerating ? t('keepBusy') : undefined}
          onClick={() => keep.mutate(undefined, { onSuccess: () => notify({ kind: 'success', message: t('kept'), timeout: 2_500 }) })}
        >
          {t('keep')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          loading={end.isPending}
          disabled={keep.isPending}
          onClick={() => end.mutate()}
        >
          {t('end')}
        </Button>
      </span>
    </section>
  )
}
