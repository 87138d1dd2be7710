import type { EndpointResponse } from '@heddle/contracts/endpoint'
import type { searchCollection } from '@heddle/contracts/retrieval/search'
import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

type SearchNoticesProps = { notices: EndpointResponse<typeof searchCollection>['notices'] }

/** What a search had to do without. */
export function SearchNotices({ notices }: SearchNoticesProps) {
  const { t } = useTranslation('retrieval')
  if (notices.length === 0) return null
  return (
    <Alert color="orange" variant="light" icon={<IconAlertTriangle />} mb="sm">
      {notices.map((notice) => (
        <Text key={notice} size="sm">
          {t(`notice.${notice}`)}
        </Text>
      ))}
    </Alert>
  )
}
