import type { User } from '@heddle/contracts/user/user'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconFingerprintOff, IconKey, IconLock, IconLockOpen, IconTrash, IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { useChangeStatus } from '../use-change-status.ts'
import { useResetFactor } from '../use-reset-factor.ts'
import { useUserName } from '../user-name.ts'

type UserMenuProps = { user: User; onResetPassword: () => void; onDelete: () => void }

/** The actions on one user of the list. */
export function UserMenu({ user, onResetPassword, onDelete }: UserMenuProps) {
  const { t } = useTranslation('user')
  const { changeStatus } = useChangeStatus()
  const resetFactor = useResetFactor()
  const name = useUserName()(user)
  const isActive = user.status === 'active'
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={t('menu.label', { name })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={paths.user(user.id)} leftSection={<IconUser size={16} aria-hidden />}>
          {t('menu.open')}
        </Menu.Item>
        {user.abilities.reset_password && (
          <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={onResetPassword}>
            {t('reset.open')}
          </Menu.Item>
        )}
        {user.abilities.reset_second_factor && (
          <Menu.Item leftSection={<IconFingerprintOff size={16} aria-hidden />} onClick={() => void resetFactor(user)}>
            {t('factor.open')}
          </Menu.Item>
        )}
        {user.abilities.change_status && (
          <Menu.Item
            leftSection={isActive ? <IconLock size={16} aria-hidden /> : <IconLockOpen size={16} aria-hidden />}
            onClick={() => void changeStatus([user], isActive ? 'disabled' : 'active')}
          >
            {t(isActive ? 'disable.action' : 'enable.action')}
          </Menu.Item>
        )}
        {user.abilities.delete && (
          <>
            <Menu.Divider />
            <Menu.Item color="red" c="var(--mantine-color-error)" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
              {t('delete.action')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
