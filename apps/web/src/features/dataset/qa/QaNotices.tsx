import type { QaNotice } from '@heddle/contracts/dataset/qa-match'
import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** What a comparison had to do without. */
export function QaNotices({ notices }: { notices: readonly QaNotice[] }) {
  const { t } = useTranslation('dataset')
  return notices.map((notice) => (
    <Alert key={notice} color="orange" variant="light" icon={<IconAlertTriangle />}>
      {t(`qa.notice.${notice}`)}
    </Alert>
  ))
}
