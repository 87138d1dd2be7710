import type { DebugRun } from '@heddle/contracts/debug/debug-run'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRunFormats } from '#entities/workflow/use-run-formats.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { TimeText } from '#shared/table/TimeText.tsx'
import { Fact, Facts } from '#shared/ui/layout/Facts.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { outcomeLevels } from './run-outcome.ts'
import { StateBadge } from './StateBadge.tsx'

/** What is known of a run as a whole. */
export function RunFacts({ run }: { run: DebugRun }) {
  const { t } = useTranslation('debug')
  const { t: tRun } = useTranslation('testing')
  const localized = useLocalized()
  const { formatTime, formatUsage, formatVersion } = useRunFormats()
  const { assistant, chat, workflow, first_token_ms: firstTokenMs } = run
  return (
    <Section title={t('run.title')}>
      <Facts>
        <Fact name={t('run.state')}>
          <StateBadge level={outcomeLevels[run.outcome]} text={tRun(`outcome.${run.outcome}`)} />
        </Fact>
        <Fact name={t('run.ended')}>
          <TimeText time={run.ended_at} />
        </Fact>
        <Fact name={t('run.flow')}>{t(`run.${run.flow}`)}</Fact>
        {chat && (
          <Fact name={t('run.inChat')}>
            <Anchor component={Link} to={paths.chat(chat.id, run.reply ? { messageId: run.reply.message.id } : {})} inherit>
              {chat.title ?? t('run.untitled')}
            </Anchor>
          </Fact>
        )}
        {assistant && (
          <Fact name={t('run.assistant')}>
            <Anchor component={Link} to={paths.debugChat({ assistantId: assistant.id })} inherit>
              {localized(assistant.name)}
            </Anchor>
          </Fact>
        )}
        {workflow && (
          <Fact name={t('run.workflow')} hint={formatVersion(workflow.version)}>
            <Anchor component={Link} to={paths.workflow(workflow.id)} inherit>
              {localized(workflow.name)}
            </Anchor>
          </Fact>
        )}
        <Fact name={t('run.model')}>{run.model}</Fact>
        <Fact name={tRun('fact.time')}>{formatTime(run.ms)}</Fact>
        {firstTokenMs !== null && <Fact name={t('run.firstToken')}>{formatTime(firstTokenMs)}</Fact>}
        <Fact name={tRun('fact.tokensName')}>{formatUsage(run.usage)}</Fact>
        <Fact name={t('run.id')}>
          <code translate="no" style={{ overflowWrap: 'anywhere' }}>
            {run.id}
          </code>
        </Fact>
      </Facts>
    </Section>
  )
}
