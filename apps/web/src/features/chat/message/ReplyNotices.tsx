import type { ReplyNotice } from '@heddle/contracts/chat/message'
import { IconInfoCircle } from '@tabler/icons-react'
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
  }
}
