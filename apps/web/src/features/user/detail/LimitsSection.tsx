import { Button, Group, Text } from '@mantine/core'
import { IconGauge } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { Section } from '#shared/ui/layout/Section.tsx'

/** Leads to the usage limits of a user. */
export function LimitsSection({ userId }: { userId: string }) {
  const { t } = useTranslation('user')
  return (
    <Section title={t('detail.limits')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          {t('detail.limitsHint')}
        </Text>
        <Button component={Link} to={paths.userLimits(userId)} variant="default" leftSection={<IconGauge size={16} aria-hidden />}>
          {t('detail.showLimits')}
        </Button>
      </Group>
    </Section>
  )
}
