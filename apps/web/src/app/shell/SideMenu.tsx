import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { type Icon, IconHome, IconLayoutSidebar, IconMessagePlus, IconSchool, IconSearch, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation } from 'react-router'
import { BrandMark } from '#entities/brand/BrandMark.tsx'
import { useBrand } from '#entities/brand/use-brand.ts'
import { ChatHistory } from '#features/history/ChatHistory.tsx'
import { paths } from '#shared/paths.ts'
import { type DrawerKey, shellPages } from './shell-pages.ts'
import classes from './SideMenu.module.css'

/** Kept out of the table of pages, which the sign-in loads too. */
const icons: Record<DrawerKey, Icon> = { home: IconHome, newChat: IconMessagePlus, searchChats: IconSearch, assistants: IconSchool }

type SideMenuProps = { openChatId?: string; isRail: boolean; isTemporary?: boolean; onToggle: () => void }

/** The content of the drawer; only the icons while it is a rail. */
export function SideMenu({ openChatId, isRail, isTemporary = false, onToggle }: SideMenuProps) {
  const { t } = useTranslation('shell')
  const { product_name: product } = useBrand()
  const { pathname } = useLocation()
  const toggleLabel = t(isTemporary ? 'drawer.close' : isRail ? 'drawer.expand' : 'drawer.collapse')

  return (
    <div className={classes.menu} data-rail={isRail || undefined}>
      <div className={classes.head}>
        {!isRail && (
          <Link to={paths.home()} className={classes.brand}>
            <BrandMark size={28} />
            <Text component="span" fw={650} truncate>
              {product}
            </Text>
          </Link>
        )}
        <Tooltip label={toggleLabel} position="right">
          <ActionIcon size="lg" aria-label={toggleLabel} aria-expanded={!isRail} onClick={onToggle}>
            {isTemporary ? <IconX size={20} /> : <IconLayoutSidebar size={20} />}
          </ActionIcon>
        </Tooltip>
      </div>
      <nav aria-label={t('landmark.menu')} className={classes.entries}>
        {shellPages.map(({ path, entry }) => {
          if (!entry) return null
          const { key, to = path, hasSubpages = false } = entry
          const EntryIcon = icons[key]
          return (
            <Tooltip key={key} label={t(`menu.${key}`)} position="right" disabled={!isRail}>
              <NavLink to={to} end={!hasSubpages} className={classes.entry} aria-label={isRail ? t(`menu.${key}`) : undefined}>
                <EntryIcon size={20} stroke={1.7} aria-hidden />
                {!isRail && <span>{t(`menu.${key}`)}</span>}
              </NavLink>
            </Tooltip>
          )
        })}
      </nav>
      {!isRail && (
        <nav aria-label={t('landmark.history')} className={classes.history}>
          <ChatHistory openChatId={openChatId} isOnPage={pathname === paths.home() || pathname === paths.chatSearch()} />
        </nav>
      )}
    </div>
  )
}
