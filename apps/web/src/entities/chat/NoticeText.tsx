import type { ReplyNotice } from '@heddle/contracts/message/message'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'

/** A notice about how a reply was generated. */
export function NoticeText({ notice }: { notice: ReplyNotice }) {
  const { t } = useTranslation('chat')
  const { tag } = useLanguage()
  switch (notice.code) {
    case 'files_cut':
      return t('notice.filesCut', {
        used: notice.used_tokens.toLocaleString(tag),
        total: notice.total_tokens.toLocaleString(tag),
      })
    case 'files_not_used':
      return t('notice.filesNotUsed')
    case 'images_not_seen':
      return t('notice.imagesNotSeen', { count: notice.count })
    case 'language_repaired':
      return t('notice.languageRepaired')
    case 'step_cut':
      return t('notice.stepCut', { title: notice.title })
  }
}
