import type { Chat } from '@heddle/contracts/chat/chat'
import { useTranslation } from 'react-i18next'
import { useListText, useLocalized } from '#i18n/use-language.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import classes from './PrintedFacts.module.css'

type PrintedFactsProps = {
  chat: Chat
  /** Where the page has no heading of its own on paper. */
  hasTitle?: boolean
}

/** What is known of a chat on the screen and has to be said on paper: its name, its expert, its last change and its address. */
export function PrintedFacts({ chat, hasTitle = false }: PrintedFactsProps) {
  const { t } = useTranslation('chat')
  const localized = useLocalized()
  const listText = useListText()
  const expert = chat.assistant ? localized(chat.assistant.name) : t('header.noAssistant')
  return (
    <header className={classes.root}>
      {hasTitle && <p className={classes.title}>{chat.title ?? t('page.unnamed')}</p>}
      <p>{listText([expert, formatDateTime(parseTime(chat.updated_at))])}</p>
      <p className={classes.address}>{window.location.href}</p>
    </header>
  )
}
