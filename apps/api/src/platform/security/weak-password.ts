import { findPasswordWeakness, type PasswordOwner } from '@heddle/security/password-strength'
import { AppError } from '../errors/app-error.ts'

/** Throws `AUTH_PASSWORD_TOO_WEAK` with the reason. */
export function refuseWeakPassword(password: string, owner: PasswordOwner): void {
  const reason = findPasswordWeakness(password, owner)
  if (reason !== null) throw new AppError('AUTH_PASSWORD_TOO_WEAK', { params: { reason } })
}
