import { AppError } from '../errors/app-error.ts'

/** Refuses what is no time zone, at the `path` of the request that names it. */
export function requireTimeZone(timeZone: string, path: string) {
  try {
    Intl.DateTimeFormat('sv-SE', { timeZone })
  } catch {
    throw new AppError('BAD_REQUEST', { params: { fields: [{ path, message: 'Not a time zone' }] } })
  }
}
