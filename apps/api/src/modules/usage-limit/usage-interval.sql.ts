// When the interval of a rule began and when it ends, as SQL. Prisma cannot say it: both are computed by the clock and the time
// zones of the database.
//
// An interval of the calendar is known by its first day, as midnight in UTC: that is one text for every time zone, so that neither a
// change of the tenant's zone nor a day that has no midnight begins a second count of the same day, week or month.

const length = `('1 ' || r.interval)::interval`

/** What the interval of the rule `r` that runs at `at` is known by; `zone` is that of the tenant. All are SQL. */
export const intervalKey = (zone: string, at = 'now()') => `CASE r.interval
  WHEN 'seconds' THEN to_timestamp(floor(extract(epoch FROM ${at}) / r.interval_seconds) * r.interval_seconds)
  ELSE date_trunc(r.interval::text, ${at} AT TIME ZONE ${zone}) AT TIME ZONE 'UTC' END`

/** When it ends. */
export const intervalEnd = (zone: string, at = 'now()') => `CASE r.interval
  WHEN 'seconds' THEN to_timestamp((floor(extract(epoch FROM ${at}) / r.interval_seconds) + 1) * r.interval_seconds)
  ELSE (date_trunc(r.interval::text, ${at} AT TIME ZONE ${zone}) + ${length}) AT TIME ZONE ${zone} END`

/** Whether the interval of the rule `r` that is known by `key` ended more than a day ago, wherever on Earth. */
export const isLongOver = (key: string) => `${key} < now() - CASE r.interval
  WHEN 'seconds' THEN r.interval_seconds * interval '1 s' + interval '1 day' ELSE ${length} + interval '2 days' END`
