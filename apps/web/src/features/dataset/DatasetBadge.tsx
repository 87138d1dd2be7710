import type { DatasetItem } from '@heddle/contracts/dataset/dataset'
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type DatasetBadgeProps = { dataset: Pick<DatasetItem, 'published_version' | 'has_changes'> }

/** What workflows query, and whether the draft differs from it. */
export function DatasetBadge({ dataset: { published_version: number, has_changes: hasChanges } }: DatasetBadgeProps) {
  const { t } = useTranslation('dataset')
  return (
    <Badge
      variant="dot"
      color={number === null ? 'gray' : hasChanges ? 'yellow' : 'teal'}
      tt="none"
      fw={500}
      style={{ maxWidth: 'none', minWidth: 'max-content' }}
    >
      {number === null ? t('state.unpublished') : t('state.published', { number })}
    </Badge>
  )
}
