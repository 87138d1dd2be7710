import { ActionIcon, Tooltip } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

type TemporarySwitchProps = { isOn: boolean; turn: (isOn: boolean) => void }

/** Makes the chat that the first question starts a temporary one. What that is, the notice says. */
export function TemporarySwitch({ isOn, turn }: TemporarySwitchProps) {
  const { t } = useTranslation('chat')
  const label = t('page.temporary')
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={34}
        variant={isOn ? 'light' : undefined}
        color={isOn ? 'brand' : undefined}
        aria-label={label}
        aria-pressed={isOn}
        onClick={() => turn(!isOn)}
      >
        <IconHourglass size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
