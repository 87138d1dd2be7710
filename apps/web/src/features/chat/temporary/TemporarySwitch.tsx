import { ActionIcon, Tooltip } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

type TemporarySwitchProps = { isOn: boolean; turn: (isOn: boolean) => void }

/** Makes the chat that the first question starts a temporary one. */
export function TemporarySwitch({ isOn, turn }: TemporarySwitchProps) {
  const { t } = useTranslation('temporary')
  return (
    <Tooltip label={t('switchHint')} multiline maw={320}>
      <ActionIcon size={34} variant={isOn ? 'light' : undefined} aria-label={t('name')} aria-pressed={isOn} onClick={() => turn(!isOn)}>
        <IconHourglass size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
