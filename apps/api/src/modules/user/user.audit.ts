import type { Prisma } from '@heddle/db/generated/client'
import type { UserRow } from './user.repository.ts'

export const userTarget = ({ id, name }: Pick<UserRow, 'id' | 'name'>) => ({
  type: 'user' as const,
  id,
  name: name as Prisma.InputJsonValue,
})

/** What the audit log tells of a user. */
export const auditedUser = ({ name, email, account, role, status, language, memberships }: UserRow) => ({
  name: name as Prisma.InputJsonValue,
  email,
  account,
  role,
  status,
  language,
  groups: memberships.map(({ groupId, role: groupRole }) => ({ id: groupId, role: groupRole })),
})
