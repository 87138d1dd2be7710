// People and what administrators do with them. The import has its own file, user-import.ts.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Language } from '../languages.ts'
import { limits } from '../limits.ts'
import { MembershipRole, UserRole } from '../roles.ts'
import { Account, Email, NewPassword, Password, User, UserStatus } from './user-entity.ts'
import { Id, IdParams, Line, LocalizedLine, PageInfo, PageQuery, Success } from '../wire.ts'

export { Account, accountPattern, Email, emailPattern, NewPassword, Password, User, UserStatus } from './user-entity.ts'

const UserResponse = z.object({ user: User })

export const userSorts = ['name', 'email', 'created_at', 'last_login_at'] as const

export const queryUsers = {
  method: 'POST',
  url: '/api/v1/user/query',
  schema: {
    summary: 'The users that the actor may see: the tenant for administrators, the own members for owners, else oneself',
    body: PageQuery.extend({
      /** In the name in any language, the email, the account. */
      keyword: Line.max(200).optional(),
      role: UserRole.optional(),
      group_id: Id.optional(),
      status: UserStatus.optional(),
      sort: z.enum(userSorts).optional(),
      direction: z.enum(['asc', 'desc']).optional(),
    }),
    /** `total` or `total_exceeds` comes with the first page. */
    response: { 200: PageInfo.extend({ users: z.array(User) }) },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const createUser = {
  method: 'POST',
  url: '/api/v1/user',
  schema: {
    summary: 'Create a user with role U; the password has to be changed at the first sign-in',
    body: z.strictObject({
      user: z.strictObject({
        /** Anything but U is AUTH_USER_ROLE_INVALID. */
        role: z.string().max(20).optional(),
        name: LocalizedLine.optional(),
        /** Missing or empty is AUTH_EMAIL_REQUIRED. */
        email: z.union([z.literal(''), Email]).optional(),
        account: Account.nullish(),
        language: Language.optional(),
        parents: z
          .array(z.strictObject({ id: Id, role: MembershipRole }))
          .max(limits.groupsPerUser)
          .optional(),
        children: z.array(z.never()).max(0).optional(),
      }),
      password: NewPassword,
    }),
    response: { 200: UserResponse },
  },
  config: {
    policy: 'manage_users',
    audited: true,
    errors: [
      'AUTH_USER_ROLE_INVALID',
      'AUTH_EMAIL_REQUIRED',
      'AUTH_EMAIL_EXISTS',
      'AUTH_ACCOUNT_EXISTS',
      'AUTH_USER_FAILED_TO_CREATE',
      'AUTH_PASSWORD_TOO_WEAK',
    ],
  },
} as const satisfies Endpoint

export const getUserProfile = {
  method: 'GET',
  url: '/api/v1/user/:id/profile',
  schema: { summary: 'One user', params: IdParams, response: { 200: UserResponse } },
  config: { policy: 'signed_in', errors: ['AUTH_USER_NOT_FOUND'] },
} as const satisfies Endpoint

export const updateUserProfile = {
  method: 'PUT',
  url: '/api/v1/user/:id/profile',
  schema: {
    summary: 'Change the name and the language of a user',
    params: IdParams,
    body: z.strictObject({
      user: z.strictObject({ name: LocalizedLine.optional(), language: Language.optional(), revision: z.int() }),
    }),
    response: { 200: UserResponse },
  },
  config: {
    policy: 'signed_in',
    audited: true,
    errors: ['AUTH_USER_NOT_FOUND', 'FORBIDDEN', 'AUTH_USER_FAILED_TO_UPDATE', 'REVISION_MISMATCH'],
  },
} as const satisfies Endpoint

export const updateUserEmail = {
  method: 'PUT',
  url: '/api/v1/user/:id/email',
  schema: {
    summary: 'Change the email of a user; the own one with the current password',
    params: IdParams,
    body: z.strictObject({
      email: z.union([z.literal(''), Email]),
      /** Needed for the own email, and for no other. */
      current_password: Password.optional(),
    }),
    response: { 200: UserResponse },
  },
  config: {
    policy: 'signed_in',
    audited: true,
    errors: [
      'AUTH_USER_NOT_FOUND',
      'FORBIDDEN',
      'AUTH_EMAIL_REQUIRED',
      'AUTH_EMAIL_EXISTS',
      'AUTH_EMAIL_FAILED_TO_UPDATE',
      'AUTH_PASSWORD_FAILED_TO_UPDATE',
      'AUTH_SIGN_INS_SLOWED',
      'AUTH_THROTTLED',
    ],
  },
} as const satisfies Endpoint

export const updateUserRole = {
  method: 'PUT',
  url: '/api/v1/user/:id/role',
  schema: {
    summary: 'Change the role of a user; never the own, never that of the last super user',
    params: IdParams,
    /** What is not S, A or U is AUTH_USER_ROLE_INVALID. */
    body: z.strictObject({ role: z.string().max(20) }),
    response: { 200: UserResponse },
  },
  config: {
    policy: 'change_roles',
    stepUp: true,
    audited: true,
    errors: ['AUTH_USER_NOT_FOUND', 'AUTH_USER_ROLE_INVALID', 'AUTH_USER_ROLE_FAILED_TO_UPDATE'],
  },
} as const satisfies Endpoint

export const updateUserStatus = {
  method: 'PUT',
  url: '/api/v1/user/:id/status',
  schema: {
    summary: 'Disable a user, which ends every session and open reply, or let the user in again',
    params: IdParams,
    body: z.strictObject({ status: UserStatus }),
    response: { 200: UserResponse },
  },
  config: { policy: 'manage_users', audited: true, errors: ['AUTH_USER_NOT_FOUND', 'AUTH_USER_STATUS_FAILED_TO_UPDATE'] },
} as const satisfies Endpoint

export const updateUserStatuses = {
  method: 'PUT',
  url: '/api/v1/user/status',
  schema: {
    summary: 'Disable or enable several users: all or none of them',
    body: z.strictObject({ user_ids: z.array(Id).min(1).max(limits.usersPerCall), status: UserStatus }),
    response: { 200: z.object({ users: z.array(User) }) },
  },
  config: { policy: 'manage_users', audited: true, errors: ['AUTH_USER_NOT_FOUND', 'AUTH_USER_STATUS_FAILED_TO_UPDATE'] },
} as const satisfies Endpoint

export const resetPassword = {
  method: 'POST',
  url: '/api/v1/user/:id/reset_password',
  schema: {
    summary: 'Set a password that has to be changed at the next sign-in; every session of the user ends',
    params: IdParams,
    body: z.strictObject({ password: NewPassword }),
    response: { 200: Success },
  },
  config: {
    policy: 'manage_users',
    stepUp: true,
    audited: true,
    errors: ['AUTH_USER_NOT_FOUND', 'AUTH_PASSWORD_FAILED_TO_UPDATE', 'AUTH_PASSWORD_TOO_WEAK'],
  },
} as const satisfies Endpoint

export const resetSecondFactor = {
  method: 'DELETE',
  url: '/api/v1/user/:id/second_factor',
  schema: {
    summary: 'Remove all second factors of a user who lost them; every session of the user ends',
    params: IdParams,
    response: { 200: UserResponse },
  },
  config: { policy: 'manage_users', stepUp: true, audited: true, errors: ['AUTH_USER_NOT_FOUND', 'AUTH_SECOND_FACTOR_NOT_FOUND'] },
} as const satisfies Endpoint

export const deleteUser = {
  method: 'DELETE',
  url: '/api/v1/user/:id',
  schema: {
    summary: "Delete a user: what others were given stays, without the name; private chats go after the tenant's retention time",
    params: IdParams,
    response: { 200: Success },
  },
  config: { policy: 'manage_users', audited: true, errors: ['AUTH_USER_NOT_FOUND', 'AUTH_USER_FAILED_TO_DELETE'] },
} as const satisfies Endpoint
