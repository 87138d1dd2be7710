import type { UserRole } from '@heddle/contracts/roles'
import type { UserStatus } from '@heddle/contracts/user'
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const colors = { S: 'brand', A: 'indigo', U: 'gray' } as const

export function RoleBadge({ role }: { role: UserRole }) {
  const { t } = useTranslation('user')
  return (
    <Badge variant="light" color={colors[role]} tt="none" fw={550}>
      {t(`role.${role}`)}
    </Badge>
  )
}

export function StatusBadge({ status }: { status: UserStatus }) {
  const { t } = useTranslation('user')
  return (
    <Badge variant="dot" color={status === 'active' ? 'teal' : 'gray'} tt="none" fw={500}>
      {t(`status.${status}`)}
    </Badge>
  )
}
