import type { DebugModelCall, DebugRun } from '@heddle/contracts/debug/debug-run'
import type { MessageSource, ReplyStep } from '@heddle/contracts/message/message'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FallbackModels } from '#entities/chat/FallbackModels.tsx'
import { useRunFormats } from '#entities/workflow/use-run-formats.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { readyQuery } from '#shared/table/ready-query.ts'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { useTableState } from '#shared/table/use-table-state.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import { StateBadge } from './StateBadge.tsx'

const stepLevels = { started: 'warning', finished: 'ok', failed: 'failed' } as const

const none = (text: string) => (
  <Text size="sm" c="dimmed">
    {text}
  </Text>
)

/** The steps of a reply, as its thought process tells them. */
export function RunSteps({ steps }: { steps: readonly ReplyStep[] }) {
  const { t } = useTranslation('debug')
  const { t: tChat } = useTranslation('chat')
  const { formatTime } = useRunFormats()
  const tableState = useTableState({ filters: {} })
  const columns: readonly Column<ReplyStep & { id: string }>[] = [
    { key: 'title', title: t('trace.node'), isRowHeader: true, render: ({ title, id }) => title || id },
    { key: 'id', title: t('trace.id'), width: '20%', hiddenOnPhone: true, render: ({ id }) => <code translate="no">{id}</code> },
    {
      key: 'state',
      title: t('run.state'),
      width: '24%',
      render: ({ status, fallback }) => (
        <div>
          <StateBadge level={stepLevels[status]} text={tChat(`thought.step.${status}`)} />
          {fallback && (
            <Text size="xs" c="dimmed">
              <FallbackModels {...fallback} />
            </Text>
          )}
        </div>
      ),
    },
    { key: 'time', title: t('trace.time'), width: 130, render: ({ ms }) => (ms === undefined ? null : formatTime(ms)) },
  ]
  return (
    <ServerTable
      label={t('trace.title')}
      columns={columns}
      query={readyQuery(steps.map((step) => ({ id: step.node_id, ...step })))}
      tableState={tableState}
      empty={none(t('trace.none'))}
    />
  )
}

/** The calls of models with their tokens and costs. */
export function RunCalls({ calls, nodes }: Pick<DebugRun, 'calls' | 'nodes'>) {
  const { t } = useTranslation('debug')
  const { t: tRun } = useTranslation('testing')
  const { t: tCommon } = useTranslation()
  const { tag } = useLanguage()
  const { formatTime, formatUsage, formatCost } = useRunFormats()
  const tableState = useTableState({ filters: {} })
  const findTitle = ({ node_id: nodeId }: DebugModelCall) => nodes.find(({ id }) => id === nodeId)?.title || nodeId
  const columns: readonly Column<DebugModelCall & { id: string }>[] = [
    { key: 'model', title: t('run.model'), isRowHeader: true, render: ({ model }) => model },
    { key: 'node', title: t('trace.node'), width: '20%', render: findTitle },
    { key: 'attempt', title: t('call.attempt'), width: 90, hiddenOnPhone: true, render: ({ attempt }) => attempt },
    {
      key: 'tokens',
      title: tRun('fact.tokensName'),
      width: '26%',
      render: ({ usage, cached_tokens: cached, server_calls: serverCalls }) => (
        <div>
          {formatUsage(usage)}
          <Text size="xs" c="dimmed">
            {t('call.ofThese', { cached: cached.toLocaleString(tag), reasoning: usage.reasoning_tokens.toLocaleString(tag) })}
          </Text>
          {serverCalls > 1 && (
            <Text size="xs" c="dimmed">
              {tCommon('labeled', { label: tRun('fact.serverCalls'), value: serverCalls })}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'first',
      title: t('run.firstToken'),
      width: 120,
      render: ({ first_token_ms: ms }) => (ms === null ? null : formatTime(ms)),
    },
    { key: 'cost', title: tRun('fact.cost'), width: 130, render: ({ cost }) => (cost ? formatCost(cost) : null) },
  ]
  return (
    <Section title={t('call.title')} hint={t('call.hint')}>
      <ServerTable
        label={t('call.title')}
        columns={columns}
        query={readyQuery(calls.map((call, index) => ({ id: String(index), ...call })))}
        tableState={tableState}
        empty={none(t('call.none'))}
      />
    </Section>
  )
}

/** The passages that the reply cites, with the scores of their retrieval. */
export function RunSources({ sources }: { sources: readonly MessageSource[] }) {
  const { t } = useTranslation('debug')
  const { t: tChat } = useTranslation('chat')
  const { tag } = useLanguage()
  const tableState = useTableState({ filters: {} })
  const formatScore = (score: number) => score.toLocaleString(tag, { maximumFractionDigits: 4 })
  const columns: readonly Column<MessageSource>[] = [
    { key: 'number', title: t('source.number'), width: 90, render: ({ number }) => `[${number}]` },
    {
      key: 'title',
      title: t('source.name'),
      width: '24%',
      isRowHeader: true,
      render: ({ title, is_withheld: isWithheld }) => title ?? tChat(isWithheld ? 'sources.withheld' : 'sources.unnamed'),
    },
    { key: 'page', title: t('source.page'), width: 90, hiddenOnPhone: true, render: ({ page }) => page },
    { key: 'score', title: t('source.score'), width: 110, render: ({ score }) => (score === null ? null : formatScore(score)) },
    {
      key: 'passage',
      title: t('source.passage'),
      render: ({ passage }) => (
        <Text component="span" size="sm" lineClamp={4} style={{ overflowWrap: 'anywhere' }}>
          {passage}
        </Text>
      ),
    },
  ]
  return (
    <Section title={t('source.title')} hint={t('source.hint')}>
      <ServerTable
        label={t('source.title')}
        columns={columns}
        query={readyQuery(sources)}
        tableState={tableState}
        empty={none(t('source.none'))}
      />
    </Section>
  )
}
