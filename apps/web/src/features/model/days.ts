import { formatDateTime, parseTime } from '#shared/dates.ts'

/** Returns the day of a time in the browser's time zone, as `YYYY-MM-DD`. */
export const formatDay = (time: string): string => formatDateTime(parseTime(time)).slice(0, 10)
