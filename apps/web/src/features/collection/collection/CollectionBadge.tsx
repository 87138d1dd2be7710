import type { CollectionItem, CollectionState } from '@heddle/contracts/collection/collection'
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const colors: Readonly<Record<CollectionState, string>> = {
  empty: 'gray',
  indexing: 'blue',
  ready: 'teal',
  degraded: 'orange',
  reindexing: 'blue',
}

/** The state of a collection, or that it is paused. */
export function CollectionBadge({ collection: { state, is_paused: isPaused } }: { collection: CollectionItem }) {
  const { t } = useTranslation('knowledge')
  return (
    <Badge
      variant="dot"
      color={isPaused ? 'yellow' : colors[state]}
      tt="none"
      fw={500}
      style={{ maxWidth: 'none', minWidth: 'max-content' }}
    >
      {t(isPaused ? 'paused.state' : `state.${state}`)}
    </Badge>
  )
}
