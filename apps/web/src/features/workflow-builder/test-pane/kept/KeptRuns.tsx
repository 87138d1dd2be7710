import { limits } from '@heddle/contracts/limits'
import type { WorkflowRunItem } from '@heddle/contracts/trial/workflow-run'
import { Button, Loader, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunFormats } from '#entities/workflow/use-run-formats.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import classes from './KeptRuns.module.css'
import { testRunQuery, testRunsQuery } from '../run/test.queries.ts'
import { countRunTokens, openKeptRun } from '../run/test-run.ts'
import { TestTurn } from '../turn/TestTurn.tsx'
import { useTests, useTestStore } from '../run/use-tests.ts'

type KeptRunsProps = { workflowId: string; onOpen: (nodeId: string, field?: string) => void }

/** The last test runs; each opens again with its trace on the nodes. */
export function KeptRuns({ workflowId, onOpen }: KeptRunsProps) {
  const { t } = useTranslation('testing')
  const { t: tCommon } = useTranslation()
  const queryClient = useQueryClient()
  const store = useTestStore()
  const [openId, setOpenId] = useState<string | null>(null)
  const query = useInfiniteQuery(testRunsQuery(workflowId))
  const runs = query.data?.pages.flatMap((page) => page.runs)
  const opening = useMutation({
    mutationFn: (id: string) => queryClient.fetchQuery(testRunQuery(workflowId, id)),
    onSuccess: (run) => {
      store.show(openKeptRun(run))
      setOpenId(run.id)
    },
    meta: { silent: true },
  })
  const open = useTests(({ shown }) => (shown?.id === openId ? shown : null))

  if (open) {
    return (
      <Stack gap="sm">
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          style={{ alignSelf: 'start' }}
          // The button that opened the run is gone.
          autoFocus
          onClick={() => setOpenId(null)}
        >
          {t('kept.back')}
        </Button>
        <TestTurn question={open.question} runs={[open]} onOpen={onOpen} />
      </Stack>
    )
  }
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('kept.hint', { limit: limits.keptRunsPerWorkflow })}
      </Text>
      <ErrorAlert error={query.error ?? opening.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Loader size="sm" />}
      {runs?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('kept.none')}
        </Text>
      )}
      {runs && runs.length > 0 && (
        <ul className={classes.list} aria-label={t('view.runs')}>
          {runs.map((run) => (
            <li key={run.id}>
              <UnstyledButton className={classes.run} onClick={() => opening.mutate(run.id)}>
                <KeptRun run={run} />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {tCommon('loadMore')}
        </Button>
      )}
    </Stack>
  )
}

function KeptRun({ run }: { run: WorkflowRunItem }) {
  const { t } = useTranslation('testing')
  const { t: tCommon } = useTranslation()
  const localized = useLocalized()
  const { formatTime, formatTokens, formatVersion } = useRunFormats()
  const tokens = countRunTokens(run.usage)
  const facts = [
    t(`outcome.${run.outcome}`),
    run.node_id === null ? formatVersion(run.version) : t('turn.alone', { node: run.node_id }),
    formatTime(run.ms),
    ...(tokens > 0 ? [formatTokens(tokens)] : []),
  ]
  return (
    <>
      <Text span size="sm" fw={550} lineClamp={2}>
        {run.question}
      </Text>
      <Text span display="block" size="xs" c={run.outcome === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}>
        {facts.join(' · ')}
      </Text>
      <Text span display="block" size="xs" c="dimmed">
        {run.user ? localized(run.user.name) : tCommon('deletedUser')} · {formatDateTime(parseTime(run.created_at))}
      </Text>
    </>
  )
}
