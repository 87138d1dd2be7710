import type { DebugBackend, MeasuredEndpoint, QueueState } from '@heddle/contracts/debug/debug'
import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFileSize } from '#shared/files/use-file-size.ts'
import { readyQuery } from '#shared/table/ready-query.ts'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { useTableState } from '#shared/table/use-table-state.ts'
import { Fact, Facts } from '#shared/ui/layout/Facts.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { StateBadge } from './StateBadge.tsx'

const megabyte = 1024 * 1024
const storageLevels = { ok: 'ok', low: 'warning', failed: 'failed' } as const

export function BackendParts({ backend: { process, models, database, queue, storage } }: { backend: DebugBackend }) {
  const { t } = useTranslation('debug')
  return (
    <>
      <Section title={t('models.title')} hint={t('models.hint')}>
        {models ? <ModelServers endpoints={models} /> : <Unread />}
      </Section>
      <Section title={t('database.title')}>{database ? <DatabaseFacts {...database} /> : <Unread />}</Section>
      <Section title={t('queue.title')}>{queue ? <QueueFacts {...queue} /> : <Unread />}</Section>
      <Section title={t('files.title')}>{storage ? <StorageFacts {...storage} /> : <Unread />}</Section>
      <Section title={t('process.title')}>
        <ProcessFacts {...process} />
      </Section>
    </>
  )
}

function Unread() {
  const { t } = useTranslation('debug')
  return <StateBadge level="failed" text={t('unread')} />
}

function ModelServers({ endpoints }: { endpoints: readonly MeasuredEndpoint[] }) {
  const { t } = useTranslation('debug')
  const { t: tError } = useTranslation('errors')
  const tableState = useTableState({ filters: {} })
  const columns: readonly Column<MeasuredEndpoint>[] = [
    {
      key: 'name',
      title: t('models.name'),
      isRowHeader: true,
      render: ({ name, is_from_environment: isFromEnvironment }) => (isFromEnvironment ? t('models.environment') : name),
    },
    {
      key: 'list',
      title: t('models.list'),
      width: '34%',
      render: ({ error }) =>
        error === null ? (
          <StateBadge level="ok" text={t('models.listed')} />
        ) : (
          <Text component="span" size="sm" c="red">
            {tError(`code.${error}`)}
          </Text>
        ),
    },
    { key: 'latency', title: t('latency'), width: 120, render: ({ latency_ms: ms }) => t('milliseconds', { ms }) },
    {
      key: 'state',
      title: t('models.calls'),
      width: 200,
      render: ({ state }) => <StateBadge level={state === 'available' ? 'ok' : 'failed'} text={t(`models.state.${state}`)} />,
    },
  ]
  return (
    <ServerTable
      label={t('models.title')}
      columns={columns}
      query={readyQuery(endpoints)}
      tableState={tableState}
      empty={
        <Text size="sm" c="dimmed">
          {t('models.none')}
        </Text>
      }
    />
  )
}

function DatabaseFacts({ latency_ms: ms, version, connections }: NonNullable<DebugBackend['database']>) {
  const { t } = useTranslation('debug')
  return (
    <Facts>
      <Fact name={t('latency')}>{t('milliseconds', { ms })}</Fact>
      <Fact name="PostgreSQL">{version}</Fact>
      <Fact name={t('database.connections')} hint={t('database.connectionsHint')}>
        {t('database.counts', connections)}
      </Fact>
    </Facts>
  )
}

function QueueFacts({ latency_ms: ms, worker, queues }: NonNullable<DebugBackend['queue']>) {
  const { t } = useTranslation('debug')
  const tableState = useTableState({ filters: {} })
  const columns: readonly Column<QueueState & { id: string }>[] = [
    { key: 'queue', title: t('queue.name'), isRowHeader: true, render: ({ queue }) => <code translate="no">{queue}</code> },
    { key: 'waiting', title: t('queue.waiting'), width: 110, render: ({ waiting }) => waiting },
    { key: 'active', title: t('queue.active'), width: 110, render: ({ active }) => active },
    { key: 'failed', title: t('queue.failed'), width: 110, render: ({ failed }) => failed },
    { key: 'delay', title: t('queue.delay'), width: 170, render: ({ delay_seconds: amount }) => t('seconds', { amount }) },
  ]
  return (
    <Stack gap="md">
      <Facts>
        <Fact name={t('latency')}>{t('milliseconds', { ms })}</Fact>
        <Fact name={t('queue.worker')}>
          <StateBadge level={worker?.is_running ? 'ok' : 'failed'} text={t(worker?.is_running ? 'queue.running' : 'queue.down')} />
        </Fact>
      </Facts>
      <ServerTable
        label={t('queue.title')}
        columns={columns}
        query={readyQuery(queues.map((row) => ({ id: row.queue, ...row })))}
        tableState={tableState}
        empty={
          <Text size="sm" c="dimmed">
            {t('queue.none')}
          </Text>
        }
      />
    </Stack>
  )
}

function StorageFacts({ latency_ms: ms, state, free_mb: freeMb }: NonNullable<DebugBackend['storage']>) {
  const { t } = useTranslation('debug')
  const formatSize = useFileSize()
  return (
    <Facts>
      <Fact name={t('latency')}>{t('milliseconds', { ms })}</Fact>
      <Fact name={t('files.state')}>
        <StateBadge level={storageLevels[state]} text={t(`files.${state}`)} />
      </Fact>
      {freeMb !== null && <Fact name={t('files.free')}>{formatSize(freeMb * megabyte)}</Fact>}
    </Facts>
  )
}

function ProcessFacts({ memory_mb: memoryMb }: DebugBackend['process']) {
  const { t } = useTranslation('debug')
  const formatSize = useFileSize()
  return (
    <Facts>
      <Fact name={t('process.memory')}>{formatSize(memoryMb * megabyte)}</Fact>
    </Facts>
  )
}
