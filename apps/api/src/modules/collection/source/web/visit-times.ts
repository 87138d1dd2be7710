// When a web page is visited again.

const week = 7 * 86_400
/** As a part of the time until the next visit, so that pages which were added together are not fetched together. */
const jitter = 0.1

/**
 * Returns the time of the next visit, a tenth earlier or later by `random` (0 to 1); null for a page that is visited once. Each failure
 * in a row doubles the time, up to a week.
 */
export function findNextVisit(
  now: Date,
  { recurrenceSeconds, failures }: { readonly recurrenceSeconds: number | null; readonly failures: number },
  random = Math.random(),
): Date | null {
  if (recurrenceSeconds === null) return null
  const seconds = Math.min(recurrenceSeconds * 2 ** failures, Math.max(recurrenceSeconds, week))
  return new Date(now.getTime() + seconds * 1_000 * (1 + jitter * (2 * random - 1)))
}
