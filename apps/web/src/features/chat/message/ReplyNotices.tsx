import type { Message, ReplyNotice } from '@heddle/contracts/message/message'
import { countUnsupported } from '@heddle/text/citation/count-unsupported'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { NoticeText } from '#entities/chat/NoticeText.tsx'
import { useFigureCheck } from '../sources/figure-check.ts'
import classes from './AssistantMessage.module.css'

/** Notices about how a reply was generated. */
export function ReplyNotices({ notices }: { notices: readonly ReplyNotice[] }) {
  return notices.map((notice, index) => (
    <p key={index} className={classes.note}>
      <IconInfoCircle size={16} aria-hidden />
      <NoticeText notice={notice} />
    </p>
  ))
}

/** How many statements of a reply quote what their sources do not have; each is marked where it stands. */
export function UnsupportedNotice({ message: { content, sources } }: { message: Pick<Message, 'content' | 'sources'> }) {
  const { t } = useTranslation('chat')
  const checkFigures = useFigureCheck(sources)
  const count = useMemo(() => countUnsupported(content, sources, checkFigures), [content, sources, checkFigures])
  if (count === 0) return null
  return (
    <p className={classes.note}>
      <IconAlertTriangle size={16} aria-hidden />
      {t('notice.unsupported', { count })}
    </p>
  )
}
