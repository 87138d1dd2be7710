import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useReadySetting } from '#entities/chat/ready/ready-setting.ts'
import { Section } from '#shared/ui/layout/Section.tsx'

/** Whether this browser notifies the user of replies that end while the page is hidden. */
export function ReadySection() {
  const { t } = useTranslation('ready')
  const { setting, turn } = useReadySetting()
  const isAvailable = setting === 'on' || setting === 'off'
  return (
    <Section title={t('title')} hint={t('hint')}>
      <Switch
        label={t('label')}
        description={isAvailable ? undefined : t(setting)}
        checked={setting === 'on'}
        disabled={!isAvailable}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
    </Section>
  )
}
