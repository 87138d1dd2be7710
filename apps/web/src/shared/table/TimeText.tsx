import { formatDateTime, parseTime } from '../dates.ts'

/** A time of the wire, in one line. */
export const TimeText = ({ time }: { time: string }) => <span style={{ whiteSpace: 'nowrap' }}>{formatDateTime(parseTime(time))}</span>
