// Builders of usage reports: a reply in two days, with overrides for what the test is about.
import type { UsagePeriod, UsageReport } from '@heddle/contracts/usage/usage-report'

/** Returns a span of time in which nothing was used, unless given. */
export const buildUsagePeriod = (given: Partial<UsagePeriod> = {}): UsagePeriod => ({
  requests: 0,
  runs: 0,
  outcomes: { completed: 0, stopped: 0, failed: 0, interrupted: 0 },
  estimated_runs: 0,
  input_tokens: 0,
  cached_tokens: 0,
  output_tokens: 0,
  reasoning_tokens: 0,
  cost: [],
  unpriced_calls: 0,
  active_users: 0,
  first_token_ms: null,
  total_ms: null,
  errors: [],
  ...given,
})

export const buildUsageReport = ({ total, ...given }: Partial<UsageReport> = {}): UsageReport => ({
  time_zone: 'Asia/Taipei',
  from: '2026-11-03',
  to: '2026-11-04',
  interval: 'day',
  total: { ...buildUsagePeriod({ requests: 1 }), ...total, runs: 1 },
  previous: { from: '2026-11-01', to: '2026-11-02', total: buildUsagePeriod() },
  series: [
    { day: '2026-11-03', ...buildUsagePeriod() },
    { day: '2026-11-04', ...buildUsagePeriod({ requests: 1 }) },
  ],
  breakdowns: [],
  ...given,
})
