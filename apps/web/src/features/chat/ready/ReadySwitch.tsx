import { ActionIcon, Tooltip } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useReadySetting } from '#entities/chat/ready/ready-setting.ts'

/** Beside a running reply: whether the user is notified when it ends. Nothing where the browser does not let it. */
export function ReadySwitch() {
  const { t } = useTranslation('ready')
  const { setting, turn } = useReadySetting()
  if (setting !== 'on' && setting !== 'off') return null
  const isOn = setting === 'on'
  const label = t('label')
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
        <IconBell size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
