/** Reads a time of the wire; one without a time zone is UTC (specification, section 9). */
export function parseTime(text: string): Date {
  return new Date(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`)
}

/** `2026-11-21 14:05`, the same in every language (specification, section 9). */
export function formatDateTime(time: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23', timeZone }).format(time)
}
