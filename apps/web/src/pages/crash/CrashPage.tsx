import { Button, Center, Group, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ApiError, NetworkError } from '#shared/api/errors.ts'
import { formatErrorMessage } from '#shared/notify/describe-error.ts'
import { paths } from '#shared/paths.ts'
import { RequestId } from '#shared/ui/states/RequestId.tsx'

/** Shown when the application itself failed. Its links reload the application. */
export function CrashPage({ error }: { error?: unknown }) {
  const { t } = useTranslation()
  const { t: tError } = useTranslation('errors')
  const isFailedCall = error instanceof ApiError || error instanceof NetworkError
  return (
    <Center mih="70dvh" p="lg">
      <Stack align="center" gap="sm" maw={520} ta="center" role="alert">
        <Title order={1} size="h2">
          {t('crash.title')}
        </Title>
        <Text c="dimmed">{isFailedCall ? formatErrorMessage(tError, error) : t('crash.hint')}</Text>
        {error instanceof Error && !isFailedCall && (
          <Text component="code" ff="monospace" fz="xs" maw="100%">
            {error.message}
          </Text>
        )}
        {error instanceof ApiError && error.requestId !== null && <RequestId id={error.requestId} />}
        <Group mt="md" justify="center">
          <Button onClick={() => window.location.reload()}>{t('crash.reload')}</Button>
          <Button variant="default" component="a" href={paths.home()}>
            {t('toHome')}
          </Button>
        </Group>
      </Stack>
    </Center>
  )
}
