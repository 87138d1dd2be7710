import type { Collection } from '@heddle/contracts/collection/collection'
import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useUpdateCollection } from './collection-edit.queries.ts'

/** Pauses the ingestion of a collection, or resumes it. */
export function PauseButton({ collection: { id, is_paused: isPaused, revision } }: { collection: Collection }) {
  const { t } = useTranslation('knowledge')
  const update = useUpdateCollection(id, { silent: false })
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause
  return (
    <Button
      variant="default"
      leftSection={<Icon size={18} aria-hidden />}
      loading={update.isPending}
      onClick={() => update.mutate({ revision, collection: { is_paused: !isPaused } })}
    >
      {t(isPaused ? 'paused.resume' : 'paused.pause')}
    </Button>
  )
}
