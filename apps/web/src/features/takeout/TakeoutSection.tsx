import { limits } from '@heddle/contracts/limits'
import { downloadTakeout, type Takeout } from '@heddle/contracts/takeout/takeout'
import { Alert, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { IconDownload, IconPackageExport } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#shared/api/errors.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { useDownload } from '#shared/files/use-download.ts'
import { useFileSize } from '#shared/files/use-file-size.ts'
import { useUnsaved } from '#shared/forms/unsaved.ts'
import { useErrorMessage } from '#shared/notify/describe-error.ts'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { isBeingWritten, takeoutQuery, useRequestTakeout } from './takeout.queries.ts'

/** Requests and downloads a copy of all that the user has here. */
export function TakeoutSection() {
  const { t } = useTranslation('settings')
  const { data: takeout, error, isPending, refetch } = useQuery(takeoutQuery)
  const request = useRequestTakeout()
  const nextFrom = takeout?.next_from ?? null
  return (
    <Section title={t('takeout.title')} hint={t('takeout.hint', { days: limits.takeout.days })}>
      {isPending && <Skeleton height={36} />}
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      {takeout !== undefined && (
        <Stack gap="md" maw={640}>
          {takeout && <TakeoutState takeout={takeout} />}
          {!isBeingWritten(takeout) && (
            <ReasonedButton
              variant="default"
              leftSection={<IconPackageExport size={18} aria-hidden />}
              loading={request.isPending}
              reason={nextFrom && t('takeout.nextFrom', { time: formatDateTime(parseTime(nextFrom)) })}
              onClick={() => request.mutate()}
              style={{ alignSelf: 'flex-start' }}
            >
              {t('takeout.request')}
            </ReasonedButton>
          )}
        </Stack>
      )}
    </Section>
  )
}

function TakeoutState({ takeout }: { takeout: Takeout }) {
  const { t } = useTranslation('settings')
  const { state, done, total, error } = takeout
  const failure = useErrorMessage(error && new ApiError(500, error.code, error.message, error.params))
  if (state === 'ready') return <ReadyTakeout takeout={takeout} />
  if (state === 'failed') {
    return (
      <Alert color="red" variant="light" role="alert">
        {failure}
      </Alert>
    )
  }
  return (
    <Stack gap={6}>
      <Progress value={total ? (100 * done) / total : 0} aria-label={t('takeout.title')} />
      <Text size="sm" role="status">
        {total === null ? t('takeout.waiting') : t('takeout.running', { done, total })}
      </Text>
    </Stack>
  )
}

function ReadyTakeout({ takeout: { id, size_bytes, created_at, expires_at } }: { takeout: Takeout }) {
  const { t } = useTranslation('settings')
  const { t: tCommon } = useTranslation()
  const queryClient = useQueryClient()
  const formatSize = useFileSize()
  const { download, cancel, isDownloading, receivedBytes } = useDownload(downloadTakeout, 'application/zip')
  useUnsaved(isDownloading)
  const [made, until] = [created_at, expires_at ?? created_at].map((time) => formatDateTime(parseTime(time)))
  const size = formatSize(size_bytes ?? 0)

  function handleDownload() {
    // A colon is in no file name.
    const fileName = t('takeout.fileName', { time: made?.replace(':', '') })
    // It may be over, or replaced by another tab.
    const onError = () => void queryClient.invalidateQueries({ queryKey: takeoutQuery.queryKey })
    download({ request: { params: { id } }, fileName }, { onError })
  }

  return (
    <Stack gap="xs">
      <Text size="sm">{t('takeout.ready', { time: made, size, until })}</Text>
      <Group gap="xs">
        <Button loading={isDownloading} leftSection={<IconDownload size={18} aria-hidden />} onClick={handleDownload}>
          {t('takeout.download')}
        </Button>
        {isDownloading && (
          <>
            <Button variant="default" onClick={cancel}>
              {tCommon('cancel')}
            </Button>
            <Text size="sm" role="status">
              {t('takeout.received', { done: formatSize(receivedBytes), total: size })}
            </Text>
          </>
        )}
      </Group>
    </Stack>
  )
}
