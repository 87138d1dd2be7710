import { ActionIcon, Group, useMantineColorScheme } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayChooseTheme } from '#entities/auth/session.queries.ts'
import { AccountMenu } from '#features/account/AccountMenu.tsx'
import { ConnectionIndicator } from '#features/account/ConnectionIndicator.tsx'
import { LanguageMenu } from '#features/account/LanguageMenu.tsx'
import { ThemeMenu } from '#features/account/ThemeMenu.tsx'
import { TopBarSlotTarget } from '#shared/ui/layout/TopBarSlot.tsx'
import { HelpLink } from './HelpLink.tsx'
import classes from './TopBar.module.css'

type TopBarProps = {
  /** Set while the drawer is temporary. */
  onOpenMenu?: () => void
  /** The pointer or the focus is on the button that opens it. */
  onReachMenu: () => void
}

export function TopBar({ onOpenMenu, onReachMenu }: TopBarProps) {
  const { t } = useTranslation('shell')
  const mayChooseTheme = useMayChooseTheme()
  const { clearColorScheme } = useMantineColorScheme()

  // What was chosen with a right that is gone, or by another user of this browser, could not be changed.
  useEffect(() => {
    if (!mayChooseTheme) clearColorScheme()
  }, [mayChooseTheme, clearColorScheme])

  return (
    <header className={classes.bar}>
      {onOpenMenu && (
        <ActionIcon
          size="lg"
          aria-label={t('drawer.open')}
          aria-haspopup="dialog"
          onClick={onOpenMenu}
          onPointerEnter={onReachMenu}
          onFocus={onReachMenu}
        >
          <IconMenu2 size={22} />
        </ActionIcon>
      )}
      <TopBarSlotTarget className={classes.slot} />
      <Group gap={4} wrap="nowrap">
        <ConnectionIndicator />
        <HelpLink />
        <LanguageMenu />
        {mayChooseTheme && <ThemeMenu />}
        <AccountMenu />
      </Group>
    </header>
  )
}
