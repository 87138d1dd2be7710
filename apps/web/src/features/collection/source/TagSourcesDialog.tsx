import { limits } from '@heddle/contracts/limits'
import type { Source } from '@heddle/contracts/collection/source'
import { Button, Group, MultiSelect, Stack, TagsInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#shared/notify/notify.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { useActOnSources } from './source-edit.queries.ts'

type TagSourcesDialogProps = { collectionId: string; sources: readonly Source[]; knownTags: readonly string[]; onClose: () => void }

/** Adds tags to the selected sources, and removes others. Mount a new one for each opening. */
export function TagSourcesDialog({ collectionId, sources, knownTags, onClose }: TagSourcesDialogProps) {
  const { t } = useTranslation('knowledge')
  const { t: tCommon } = useTranslation()
  const [added, setAdded] = useState<string[]>([])
  const [removed, setRemoved] = useState<string[]>([])
  const act = useActOnSources(collectionId)

  function handleSave() {
    act.mutate(
      { sources, action: { action: 'tag', add: added, remove: removed } },
      {
        onSuccess: (count) => {
          notify({ kind: 'success', message: t('bulk.done', { count }), timeout: 1_500 })
          onClose()
        },
      },
    )
  }

  return (
    <Dialog isOpen title={t('tag.title', { count: sources.length })} maxWidth={480} isBusy={act.isPending} onClose={onClose}>
      <Stack gap="md">
        <TagsInput
          label={t('tag.add')}
          description={t('field.tagsHint')}
          data={[...knownTags]}
          maxTags={limits.tagsPerSource}
          maxLength={limits.tagCharacters}
          data-autofocus
          value={added}
          onChange={setAdded}
        />
        <MultiSelect
          label={t('tag.remove')}
          data={[...new Set(sources.flatMap(({ tags }) => tags))]}
          value={removed}
          onChange={setRemoved}
        />
        <ErrorAlert error={act.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={act.isPending} onClick={onClose}>
            {tCommon('cancel')}
          </Button>
          <Button disabled={added.length + removed.length === 0} loading={act.isPending} onClick={handleSave}>
            {tCommon('save')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
