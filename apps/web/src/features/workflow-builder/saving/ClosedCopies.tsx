import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ClosedCopy, keepDraftCopy } from '#entities/workflow/draft-copies.ts'
import { formatDateTime } from '#shared/dates.ts'
import type { DraftCopy } from './draft-saver.ts'

type ClosedCopiesProps = { copies: readonly ClosedCopy<DraftCopy>[]; onRestore: (copy: DraftCopy) => Promise<boolean> }

/** Offers what tabs could not save before they were closed, one after the other. `onRestore` returns whether it is in the draft now. */
export function ClosedCopies({ copies, onRestore }: ClosedCopiesProps) {
  const { t } = useTranslation('builder')
  const [[offered, ...others], setCopies] = useState(copies)
  const [isRestoring, setIsRestoring] = useState(false)
  if (!offered) return null

  function settle() {
    setCopies(others)
    if (offered) void keepDraftCopy(offered.key, null)
  }

  async function restore(copy: DraftCopy) {
    setIsRestoring(true)
    const isRestored = await onRestore(copy)
    setIsRestoring(false)
    if (isRestored) settle()
  }

  return (
    <Alert color="gray" radius={0} title={t('closedCopy.title')}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('closedCopy.hint', { time: formatDateTime(new Date(offered.keptAt)) })}</Text>
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={settle}>
            {t('closedCopy.discard')}
          </Button>
          <Button size="xs" loading={isRestoring} onClick={() => void restore(offered.copy)}>
            {t('closedCopy.restore')}
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}
