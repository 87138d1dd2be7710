import { IconHourglass } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ToolButton } from '#shared/ui/buttons/ToolButton.tsx'

type TemporarySwitchProps = { isOn: boolean; turn: (isOn: boolean) => void }

/** Makes the chat that the first question starts a temporary one. What that is, the notice says. */
export function TemporarySwitch({ isOn, turn }: TemporarySwitchProps) {
  const { t } = useTranslation('chat')
  return (
    <ToolButton label={t('page.temporary')} isOn={isOn} aria-pressed={isOn} onClick={() => turn(!isOn)}>
      <IconHourglass size={18} />
    </ToolButton>
  )
}
