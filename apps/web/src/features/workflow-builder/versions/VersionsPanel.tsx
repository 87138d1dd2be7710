import type { WorkflowVersionItem } from '@heddle/contracts/workflow/workflow'
import { Button, Group, Loader, Paper, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { notify } from '#shared/notify/notify.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { versionQuery, versionsQuery } from '../builder.queries.ts'
import { VersionGateNotice } from '../gate/VersionGateNotice.tsx'
import { useBuilder } from '../use-builder.tsx'

const VersionDiff = lazy(async () => ({ default: (await import('./VersionDiff.tsx')).VersionDiff }))

type VersionsPanelProps = {
  workflowId: string
  /** The number of the latest version; null when none is published. */
  latest: number | null
}

/** Lists the published versions, compares them with the draft, and restores one into the draft. */
export function VersionsPanel({ workflowId, latest }: VersionsPanelProps) {
  const { t } = useTranslation('builder')
  const { t: tCommon } = useTranslation()
  const query = useInfiniteQuery(versionsQuery(workflowId, latest))
  const versions = query.data?.pages.flatMap((page) => page.versions)
  return (
    <Stack gap="sm">
      <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Loader size="sm" />}
      {versions?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('versions.none')}
        </Text>
      )}
      {versions?.map((version) => (
        <VersionCard key={version.number} workflowId={workflowId} version={version} />
      ))}
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {tCommon('loadMore')}
        </Button>
      )}
    </Stack>
  )
}

function VersionCard({ workflowId, version }: { workflowId: string; version: WorkflowVersionItem }) {
  const { t } = useTranslation('builder')
  const { t: tCommon } = useTranslation()
  const localized = useLocalized()
  const queryClient = useQueryClient()
  const { draft, replace, select } = useBuilder()
  const [isCompared, setIsCompared] = useState(false)
  const { number, author, note, gate, restored_from: restoredFrom } = version
  const { data, error } = useQuery({ ...versionQuery(workflowId, number), enabled: isCompared })
  const time = formatDateTime(parseTime(version.published_at))

  const restore = useMutation({
    mutationFn: () => queryClient.ensureQueryData(versionQuery(workflowId, number)),
    onSuccess: ({ graph }) => {
      select([])
      replace({ graph, layout: draft.layout })
      notify({ message: t('versions.restored', { number }) })
    },
    meta: { silent: true },
  })

  return (
    <Paper component="article" withBorder p="sm" aria-label={t('versions.number', { number })}>
      <Text fw={600}>{t('versions.number', { number })}</Text>
      <Text size="xs" c="dimmed">
        {author ? tCommon('listed', { before: localized(author.name), next: time }) : time}
      </Text>
      {note !== '' && (
        <Text size="sm" mt={4} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {note}
        </Text>
      )}
      {gate && <VersionGateNotice gate={gate} />}
      {restoredFrom !== null && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('versions.same', { number: restoredFrom })}
        </Text>
      )}
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" variant="default" aria-expanded={isCompared} onClick={() => setIsCompared(!isCompared)}>
          {t(isCompared ? 'versions.hide' : 'versions.compare')}
        </Button>
        <Button size="compact-sm" variant="default" loading={restore.isPending} onClick={() => restore.mutate()}>
          {t('versions.restore')}
        </Button>
      </Group>
      <ErrorAlert error={error ?? restore.error} />
      {isCompared && data && (
        <Suspense fallback={<Loader size="sm" mt="xs" />}>
          <VersionDiff label={t('diff.label', { number })} before={data.graph} after={draft.graph} />
        </Suspense>
      )}
    </Paper>
  )
}
