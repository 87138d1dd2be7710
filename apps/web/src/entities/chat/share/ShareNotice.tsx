import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import type { ShareValues } from './share-form.ts'
import { useShareWords } from './use-share-words.ts'

type ShareNoticeProps = { values: ShareValues; expiresAt: string | null }

/** Says plainly who can read the chat, what of it, and until when. */
export function ShareNotice({ values: { audience, groups, people, mode }, expiresAt }: ShareNoticeProps) {
  const { t } = useTranslation('share')
  const { formatNames } = useShareWords()
  const sentences = [
    audience === 'tenant' ? t('says.tenant') : t(`says.${audience}`, { names: formatNames(audience === 'groups' ? groups : people) }),
    t(`says.${mode}`),
    expiresAt === null ? t('says.noEnd') : t('says.until', { time: formatDateTime(parseTime(expiresAt)) }),
    t('says.name'),
  ]
  return (
    <Alert role="note" color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
      {sentences.map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
    </Alert>
  )
}
