import { IconBell } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useReadySetting } from '#entities/chat/ready/ready-setting.ts'
import { ToolButton } from '#shared/ui/buttons/ToolButton.tsx'

/** Beside a running reply: whether the user is notified when it ends. Nothing where the browser does not let it. */
export function ReadySwitch() {
  const { t } = useTranslation('ready')
  const { setting, turn } = useReadySetting()
  if (setting !== 'on' && setting !== 'off') return null
  const isOn = setting === 'on'
  return (
    <ToolButton label={t('label')} isOn={isOn} aria-pressed={isOn} onClick={() => turn(!isOn)}>
      <IconBell size={18} />
    </ToolButton>
  )
}
