import type { DebugCommon } from '@heddle/contracts/debug/debug'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { TimeText } from '#shared/table/TimeText.tsx'
import { Fact, Facts } from '#shared/ui/layout/Facts.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { debugQueries } from './debug.queries.ts'
import { StateBadge } from './StateBadge.tsx'

/** Which version runs, whether it responds, and what its configuration turns on. */
export function ServiceFacts({ common: { version, runtime, environment, started_at: startedAt, features } }: { common: DebugCommon }) {
  const { t } = useTranslation('debug')
  return (
    <>
      <Section title={t('service.title')}>
        <Facts>
          <Fact name={t('service.version')}>{version}</Fact>
          <Fact name="Node.js">{runtime}</Fact>
          <Fact name={t('service.environment')}>
            <code translate="no">{environment}</code>
          </Fact>
          <Fact name={t('service.startedAt')}>
            <TimeText time={startedAt} />
          </Fact>
          <Fact name={t('service.state')}>
            <EchoState />
          </Fact>
        </Facts>
      </Section>
      <Section title={t('feature.title')}>
        <Facts>
          {features.map(({ feature, is_on: isOn }) => (
            <Fact key={feature} name={t(`feature.${feature}`)}>
              <StateBadge level={isOn ? 'ok' : 'off'} text={t(isOn ? 'on' : 'off')} />
            </Fact>
          ))}
        </Facts>
      </Section>
    </>
  )
}

function EchoState() {
  const { t } = useTranslation('debug')
  const { data: ms, isError } = useQuery(debugQueries.echo())
  if (isError) return <StateBadge level="failed" text={t('service.silent')} />
  return ms === undefined ? null : <StateBadge level="ok" text={t('service.responds', { ms })} />
}
