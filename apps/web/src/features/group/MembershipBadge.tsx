import type { MembershipRole } from '@heddle/contracts/roles'
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function MembershipBadge({ role }: { role: MembershipRole }) {
  const { t } = useTranslation('group')
  return (
    <Badge variant="light" color={role === 'O' ? 'brand' : 'gray'} tt="none" fw={550} style={{ flexShrink: 0 }}>
      {t(`role.${role}`)}
    </Badge>
  )
}
