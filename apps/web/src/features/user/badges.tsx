import type { UserRole } from '@heddle/contracts/roles'
import type { UserStatus } from '@heddle/contracts/user/user'
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const roleProps = {
  S: { variant: 'light', color: 'brand' },
  A: { variant: 'outline', color: 'brand' },
  U: { variant: 'light', color: 'gray' },
} as const

// Not truncated in a narrow column.
const fullWidth = { maxWidth: 'none', minWidth: 'max-content' }

export function RoleBadge({ role }: { role: UserRole }) {
  const { t } = useTranslation('user')
  return (
    <Badge {...roleProps[role]} tt="none" fw={550} style={fullWidth}>
      {t(`role.${role}`)}
    </Badge>
  )
}

export function StatusBadge({ status }: { status: UserStatus }) {
  const { t } = useTranslation('user')
  return (
    <Badge variant="dot" color={status === 'active' ? 'teal' : 'gray'} tt="none" fw={500} style={fullWidth}>
      {t(`status.${status}`)}
    </Badge>
  )
}
