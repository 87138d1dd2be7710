import type { User } from '@heddle/contracts/user'
import { presentText } from '../../presenting.ts'
import type { UserRow } from './user.repository.ts'

export const presentUser = (user: UserRow): User => ({
  id: user.id,
  tenant_id: user.tenantId,
  name: presentText(user.name),
  email: user.email,
  account: user.account,
  role: user.role,
  language: user.language,
  parents: user.memberships.map(({ role, group }) => ({ id: group.id, role, name: presentText(group.name) })),
  children: user.memberships.map(({ group }) => ({ id: group.id })),
  abilities: { administer: user.role === 'S' || user.role === 'A' },
})
