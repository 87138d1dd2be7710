import type { DebugCommon } from '@heddle/contracts/debug/debug'
import { useTranslation } from 'react-i18next'
import { useTenantProfile } from '#entities/auth/session.queries.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Fact, Facts } from '#shared/ui/layout/Facts.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'

type TimeZonesProps = { common: DebugCommon; /** When the browser received it, by its own clock. */ receivedAt: number }

/** The time zones that dates are shown and counted in, and how far the clocks are apart. */
export function TimeZones({ common, receivedAt }: TimeZonesProps) {
  const { t } = useTranslation('debug')
  const { tag } = useLanguage()
  const { time_zone: tenantZone } = useTenantProfile()
  const now = new Date(common.now)
  const zones = { browser: new Intl.DateTimeFormat().resolvedOptions().timeZone, tenant: tenantZone, service: common.time_zone }
  // As ISO 8601, like all other times; the Thai calendar of Intl counts other years.
  const formatIn = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(now)
  const seconds = new Intl.NumberFormat(tag, { signDisplay: 'exceptZero', maximumFractionDigits: 0 })
  return (
    <Section title={t('time.title')}>
      <Facts>
        {(['browser', 'tenant', 'service'] as const).map((zone) => (
          <Fact key={zone} name={t(`time.${zone}`)} hint={formatIn(zones[zone])}>
            {zones[zone]}
          </Fact>
        ))}
        <Fact name={t('time.difference')}>{t('seconds', { amount: seconds.format((now.getTime() - receivedAt) / 1_000) })}</Fact>
      </Facts>
    </Section>
  )
}
