import type { DatasetImport } from '@heddle/contracts/dataset/import'
import { Button, Group, Progress, Text } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNumberText } from '#i18n/use-language.ts'
import { Section } from '#shared/ui/layout/Section.tsx'

type StepProgressProps = { read: DatasetImport; isCancelling: boolean; onCancel: () => void }

/** How far the step is that the service is at, which goes on while the page is left. */
export function StepProgress({ read: { state, progress }, isCancelling, onCancel }: StepProgressProps) {
  const { t } = useTranslation('import')
  const numberText = useNumberText()
  const { done, total } = progress
  const amounts = { count: done, done: numberText(done), total: numberText(total ?? 0) }
  const isUnknown = total === null || total === 0
  return (
    <div>
      <Progress value={isUnknown ? 100 : (100 * done) / total} animated={isUnknown} aria-label={t(`working.${toStep(state)}`)} />
      <Group justify="space-between" mt="sm" gap="sm">
        <Text size="sm" c="dimmed" role="status">
          {total === null ? t('working.rows', amounts) : t('working.of', amounts)}
        </Text>
        <Button
          variant="default"
          loading={isCancelling}
          data-focus-home
          leftSection={<IconPlayerStop size={18} aria-hidden />}
          onClick={onCancel}
        >
          {t('cancel')}
        </Button>
      </Group>
    </div>
  )
}

const toStep = (state: DatasetImport['state']) => (state === 'checking' || state === 'applying' ? state : 'reading')

/** The progress of a step in place of what was asked before it. */
export function StepSection(props: StepProgressProps) {
  const { t } = useTranslation('import')
  return (
    <Section title={t(`working.${toStep(props.read.state)}`)} hint={t('working.hint')}>
      <StepProgress {...props} />
    </Section>
  )
}
