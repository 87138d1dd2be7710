import type { LostEdit } from '@heddle/contracts/ingestion/chunk'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconUnlink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type SourceAddress, useDiscardEdit, useKeepEdit } from './source-view.queries.ts'
import classes from './source-view.module.css'

/** The edits of texts that the source has no more. */
export function LostEdits({ params, edits }: { params: SourceAddress; edits: readonly LostEdit[] }) {
  const { t } = useTranslation('passage')
  const keep = useKeepEdit(params)
  const discard = useDiscardEdit(params)
  if (edits.length === 0) return null
  const isBusy = keep.isPending || discard.isPending
  return (
    <Alert color="orange" variant="light" icon={<IconUnlink />} title={t('lost.title', { count: edits.length })} mb="md">
      <Text size="sm">{t('lost.hint')}</Text>
      <ul className={classes.lost}>
        {edits.map((edit) => (
          <li key={edit.id}>
            <p className={classes.words}>{edit.text ?? edit.original_text}</p>
            {!edit.enabled && (
              <Text size="xs" c="dimmed">
                {t('lost.disabled')}
              </Text>
            )}
            <Group gap="xs" mt={4}>
              {edit.text !== null && (
                <Button size="compact-sm" variant="default" disabled={isBusy} onClick={() => keep.mutate(edit)}>
                  {t('lost.keep')}
                </Button>
              )}
              <Button size="compact-sm" variant="default" disabled={isBusy} onClick={() => discard.mutate(edit)}>
                {t('lost.discard')}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
