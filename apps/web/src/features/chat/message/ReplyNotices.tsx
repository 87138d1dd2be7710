import type { Message, ReplyNotice } from '@heddle/contracts/chat/message'
import { countUnsupported } from '@heddle/text/citation/count-unsupported'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import classes from './AssistantMessage.module.css'

/** Notices about how a reply was generated. */
export function ReplyNotices({ notices }: { notices: readonly ReplyNotice[] }) {
  return notices.map((notice) => (
    <p key={notice.code} className={classes.note}>
      <IconInfoCircle size={16} aria-hidden />
      <NoticeText notice={notice} />
    </p>
  ))
}

/** How many statements of a reply quote what their sources do not have; each is marked where it stands. */
export function UnsupportedNotice({ message: { content, sources } }: { message: Pick<Message, 'content' | 'sources'> }) {
  const { t } = useTranslation('chat')
  const count = useMemo(() => countUnsupported(content, sources), [content, sources])
  if (count === 0) return null
  return (
    <p className={classes.note}>
      <IconAlertTriangle size={16} aria-hidden />
      {t('notice.unsupported', { count })}
    </p>
  )
}

function NoticeText({ notice }: { notice: ReplyNotice }) {
  const { t } = useTranslation('chat')
  const { tag } = useLanguage()
  switch (notice.code) {
    case 'files_cut':
      return t('notice.filesCut', {
        used: notice.used_tokens.toLocaleString(tag),
        total: notice.total_tokens.toLocaleString(tag),
      })
    case 'images_not_seen':
      return t('notice.imagesNotSeen', { count: notice.count })
    case 'language_repaired':
      return t('notice.languageRepaired')
    case 'step_cut':
      return t('notice.stepCut', { title: notice.title })
  }
}
