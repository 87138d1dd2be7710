// The one way in which a user's row comes to be: by an administrator, an import, an external sign-in, with a tenant.
import type { Language } from '@heddle/contracts/languages'
import type { ErrorCode } from '@heddle/contracts/errors'
import type { MembershipRole, UserRole } from '@heddle/contracts/roles'
import type { LocalizedText } from '@heddle/contracts/wire'
import { AppError } from '../../platform/errors/app-error.ts'
import { findViolatedConstraint } from '../../platform/database/violated-constraint.ts'
import { signInKey } from './user.rules.ts'

export type NewUser = {
  readonly tenantId: string
  readonly name: LocalizedText
  readonly email: string | null
  readonly account?: string | null
  /** U unless given. */
  readonly role?: UserRole
  /** The tenant's default unless given. */
  readonly language?: Language
  /** Null for a user who signs in elsewhere. */
  readonly passwordHash: string | null
  readonly mustChangePassword?: boolean
  readonly memberships?: readonly { readonly groupId: string; readonly role: MembershipRole; readonly provider?: string }[]
}

export const toUserColumns = ({
  tenantId,
  name,
  email,
  account = null,
  role = 'U',
  passwordHash,
  mustChangePassword = false,
}: NewUser) => ({
  tenantId,
  name,
  email,
  emailKey: email === null ? null : signInKey({ email }),
  account,
  accountKey: account === null ? null : signInKey({ account }),
  role,
  passwordHash,
  mustChangePassword,
})

const codesByConstraint: Readonly<Record<string, ErrorCode>> = {
  user_email_key_key: 'AUTH_EMAIL_EXISTS',
  user_account_key_key: 'AUTH_ACCOUNT_EXISTS',
  // A group or the tenant was deleted meanwhile, or a group named twice.
  membership_pkey: 'AUTH_USER_FAILED_TO_CREATE',
  membership_group_id_fkey: 'AUTH_USER_FAILED_TO_CREATE',
  user_tenant_id_fkey: 'AUTH_USER_FAILED_TO_CREATE',
}

/** What a failed write of a user means: its code where another writer was first, else the failure itself. */
export function toUserConflict(error: unknown): unknown {
  const code = codesByConstraint[findViolatedConstraint(error) ?? '']
  return code ? new AppError(code, { cause: error }) : error
}
