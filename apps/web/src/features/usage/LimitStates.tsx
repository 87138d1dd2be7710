import type { UsageLimitScope, UsageLimitState } from '@heddle/contracts/usage-limit/usage-limit'
import { Progress, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usageLimitQuery } from '#entities/usage-limit/usage-limit.queries.ts'
import { useLimitFormats } from '#entities/usage-limit/use-limit-formats.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import classes from './LimitStates.module.css'

type LimitStatesProps = {
  title: string
  /** Only the limits of this scope. */
  scope?: UsageLimitScope
}

/** What is left of the limits that apply, and when they reset; the nearest to its end first. */
export function LimitStates({ title, scope }: LimitStatesProps) {
  const { t } = useTranslation('usage')
  const { data, error, refetch } = useQuery(usageLimitQuery())
  const shown = data?.limits.filter((limit) => scope === undefined || limit.scope === scope)
  return (
    <Section title={title}>
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      {!shown && !error && <Skeleton height={48} />}
      {shown?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('limit.none')}
        </Text>
      )}
      {shown && shown.length > 0 && (
        <ul className={classes.list} aria-label={title}>
          {shown.map((limit) => (
            <LimitLine key={`${limit.scope} ${limit.metric} ${limit.amount} ${limit.resets_at}`} limit={limit} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function LimitLine({ limit }: { limit: UsageLimitState }) {
  const { t } = useTranslation('usage')
  const { formatAmount } = useLimitFormats()
  const { scope, metric, amount, used, remaining, blocks, is_warning: isWarning, is_reached: isReached } = limit
  const whose = scope === 'tenant' ? 'tenant' : 'user'
  const share = Math.min(100, (used / amount) * 100)
  return (
    <li>
      <div className={classes.words}>
        <Text size="sm" fw={550}>
          {t(`limit.${whose}.${metric}`)}
        </Text>
        <Text size="sm">
          {t(isReached ? (blocks ? 'limit.blocked' : 'limit.exceeded') : 'limit.remaining', {
            used: formatAmount(limit, used),
            remaining: formatAmount(limit, remaining),
            amount: formatAmount(limit, amount),
          })}
        </Text>
      </div>
      <Progress value={share} color={isReached ? 'red' : isWarning ? 'yellow.7' : 'brand'} aria-hidden mt={4} mb={4} />
      <Text size="xs" c="dimmed">
        {t('limit.resets', { when: formatDateTime(parseTime(limit.resets_at)) })}
      </Text>
    </li>
  )
}
