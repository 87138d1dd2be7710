// A user as the wire has it, apart from the endpoints about users: every page of the web application needs only this.
import { z } from 'zod'
import { Language } from '../languages.ts'
import { limits } from '../limits.ts'
import { MembershipRole, UserRole } from '../roles.ts'
import { schemaIds } from '../schema-ids.ts'
import { ExactLine, Id, LocalizedText, noNul, Timestamp } from '../wire.ts'

export const UserStatus = z.enum(['active', 'disabled'])
export type UserStatus = z.infer<typeof UserStatus>
schemaIds.add(UserStatus, { id: 'UserStatus' })

/** Without invisible characters: an address with a zero-width space would be another one that looks the same. */
export const emailPattern = /^[^\s@\p{Cc}\p{Cf}]+@[^\s@\p{Cc}\p{Cf}]+$/u

/** An address as it can be written to: something, an @, a domain. Whether it exists only a letter can tell. */
export const Email = ExactLine.max(limits.emailCharacters).regex(emailPattern, 'Not an email address')

export const accountPattern = /^[^\s@\p{Cc}\p{Cf}]+$/u

export const Account = ExactLine.min(1).max(limits.accountCharacters).regex(accountPattern, 'An account has no space and no @')

/** A password as it is given to prove who one is. */
export const Password = z.string().min(1).max(limits.passwordCharacters.max)

/** A password that a user chooses. */
export const NewPassword = z.string().min(limits.passwordCharacters.min).max(limits.passwordCharacters.max).regex(noNul)

const Parent = z.object({ id: Id, role: MembershipRole, name: LocalizedText })

export const User = z.object({
  id: Id,
  tenant_id: Id,
  name: LocalizedText,
  /** Empty for a user whom an external sign-in brought without one. */
  email: z.string(),
  account: z.string().nullable(),
  role: UserRole,
  status: UserStatus,
  language: Language,
  /** The groups that the user belongs to, with the role in each, as far as the reader may know them. */
  parents: z.array(Parent),
  children: z.array(z.object({ id: Id })),
  /** Keys of the external sign-ins that this user came through; their names and emails come from there. */
  providers: z.array(z.string()),
  must_change_password: z.boolean(),
  has_second_factor: z.boolean(),
  last_login_at: Timestamp.nullable(),
  created_at: Timestamp,
  revision: z.int(),
  abilities: z.object({
    /** Name and language. */
    edit: z.boolean(),
    change_email: z.boolean(),
    change_role: z.boolean(),
    change_status: z.boolean(),
    reset_password: z.boolean(),
    /** Only said of a user who has a second factor. */
    reset_second_factor: z.boolean(),
    delete: z.boolean(),
  }),
})
export type User = z.infer<typeof User>
schemaIds.add(User, { id: 'User' })
