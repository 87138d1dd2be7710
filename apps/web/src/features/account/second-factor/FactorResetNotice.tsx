import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { useAcknowledgeReset } from './second-factor.queries.ts'

/** Tells the user that an administrator has reset the second factor, until the user has said to have seen it. */
export function FactorResetNotice({ resetAt }: { resetAt: string }) {
  const { t } = useTranslation('factor')
  const acknowledge = useAcknowledgeReset()
  return (
    <Dialog
      isOpen
      title={t('section.resetTitle')}
      maxWidth={440}
      persistent
      isBusy={acknowledge.isPending}
      onClose={() => acknowledge.mutate()}
    >
      <Stack gap="md">
        <Text size="sm">{t('section.reset', { time: formatDateTime(parseTime(resetAt)) })}</Text>
        <Group justify="flex-end">
          <Button data-autofocus loading={acknowledge.isPending} onClick={() => acknowledge.mutate()}>
            {t('section.seen')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
