import { Avatar, Badge, Menu, Text, UnstyledButton } from '@mantine/core'
import { IconBug, IconChartBar, IconHelp, IconKeyboard, IconLogout, IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '#entities/auth/session.queries.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { runShortcut } from '#shared/shortcuts/shortcuts.ts'
import { findFirstLetter } from '#shared/ui/first-letter.ts'
import classes from './AccountMenu.module.css'

export function AccountMenu() {
  const { t } = useTranslation('shell')
  const { t: tCommon } = useTranslation()
  const localized = useLocalized()
  const { user: me, has_debug_views: hasDebugViews } = useSession()
  const name = localized(me.name) || tCommon('unknownUser')
  return (
    <Menu width={264}>
      <Menu.Target>
        <UnstyledButton className={classes.button} data-tour="account administration" aria-label={t('account.label', { name })}>
          <Avatar size={36} radius="xl" color="brand" aria-hidden>
            {findFirstLetter(name)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person}>
          <Text fw={600} truncate translate="no">
            {name}
          </Text>
          <Text size="sm" c="dimmed" truncate title={me.email} translate="no">
            {me.email}
          </Text>
          <Badge mt={8} variant="light" color="gray" tt="none" fw={550}>
            {t(`account.role.${me.role}`)}
          </Badge>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to={paths.me()} leftSection={<IconSettings size={16} aria-hidden />}>
          {t('account.settings')}
        </Menu.Item>
        <Menu.Item component={Link} to={paths.usage()} leftSection={<IconChartBar size={16} aria-hidden />}>
          {t('account.usage')}
        </Menu.Item>
        <Menu.Item component={Link} to={paths.help()} leftSection={<IconHelp size={16} aria-hidden />}>
          {t('account.help')}
        </Menu.Item>
        {hasDebugViews && (
          <Menu.Item component={Link} to={paths.debugCommon()} leftSection={<IconBug size={16} aria-hidden />}>
            {t('account.debug')}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => runShortcut('help')} leftSection={<IconKeyboard size={16} aria-hidden />}>
          {t('shortcut.title')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item component={Link} to={paths.logout()} leftSection={<IconLogout size={16} aria-hidden />}>
          {t('account.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
