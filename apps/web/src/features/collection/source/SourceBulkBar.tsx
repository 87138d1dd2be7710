import type { Source, SourceAction } from '@heddle/contracts/collection/source'
import { Button } from '@mantine/core'
import { IconEye, IconEyeOff, IconPlayerStop, IconRefresh, IconTag, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { canRetrySource, isRunning } from '#entities/collection/source-counts.ts'
import { BulkBar } from '#shared/table/BulkBar.tsx'
import type { Selection } from '#shared/table/use-selection.ts'

type SourceBulkBarProps = {
  selection: Selection<Source>
  isBusy: boolean
  onAct: (sources: readonly Source[], action: SourceAction) => void
  onTag: () => void
  onDelete: () => void
}

/** The actions on the selected sources, each only where it does something. */
export function SourceBulkBar({ selection: { selected, clear }, isBusy, onAct, onTag, onDelete }: SourceBulkBarProps) {
  const { t } = useTranslation('knowledge')
  const common = { size: 'xs', variant: 'light', disabled: isBusy } as const
  const has = (matches: (source: Source) => boolean) => selected.some(matches)
  return (
    <BulkBar count={selected.length} onClear={clear}>
      {has(canRetrySource) && (
        <Button {...common} leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => onAct(selected, { action: 'retry' })}>
          {t('menu.retry')}
        </Button>
      )}
      {has(({ state }) => isRunning(state)) && (
        <Button {...common} leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={() => onAct(selected, { action: 'cancel' })}>
          {t('menu.cancel')}
        </Button>
      )}
      <Button {...common} leftSection={<IconTag size={16} aria-hidden />} onClick={onTag}>
        {t('tag.open')}
      </Button>
      {has(({ enabled }) => enabled) && (
        <Button {...common} leftSection={<IconEyeOff size={16} aria-hidden />} onClick={() => onAct(selected, { action: 'disable' })}>
          {t('menu.disable')}
        </Button>
      )}
      {has(({ enabled }) => !enabled) && (
        <Button {...common} leftSection={<IconEye size={16} aria-hidden />} onClick={() => onAct(selected, { action: 'enable' })}>
          {t('menu.enable')}
        </Button>
      )}
      <Button {...common} color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
        {t('menu.delete')}
      </Button>
    </BulkBar>
  )
}
