import { ActionIcon, Text, Tooltip } from '@mantine/core'
import {
  type Icon,
  IconBooks,
  IconHome,
  IconLayoutSidebar,
  IconPrompt,
  IconMessagePlus,
  IconSchool,
  IconSearch,
  IconSitemap,
  IconTable,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation } from 'react-router'
import { BrandMark } from '#entities/brand/BrandMark.tsx'
import { useBrand } from '#entities/brand/use-brand.ts'
import { sessionQueries } from '#entities/auth/session.queries.ts'
import { ChatHistory } from '#features/history/ChatHistory.tsx'
import { paths } from '#shared/paths.ts'
import { type DrawerKey, type ShellPage, shellPages } from './shell-pages.ts'
import classes from './SideMenu.module.css'

/** Kept out of the table of pages, which the sign-in loads too. */
const icons: Record<DrawerKey, Icon> = {
  home: IconHome,
  newChat: IconMessagePlus,
  searchChats: IconSearch,
  assistants: IconSchool,
  prompts: IconPrompt,
  collections: IconBooks,
  workflows: IconSitemap,
  datasets: IconTable,
}

type SideMenuProps = { openChatId?: string; isRail: boolean; isTemporary?: boolean; onToggle: () => void }

/** The content of the drawer; only the icons while it is a rail. */
export function SideMenu({ openChatId, isRail, isTemporary = false, onToggle }: SideMenuProps) {
  const { t } = useTranslation('shell')
  const { product_name: product } = useBrand()
  const { pathname } = useLocation()
  // Without suspense: the menu is rendered once more between the end of a session and the sign-in.
  const { data: session } = useQuery({ ...sessionQueries.me(), enabled: false })
  const pages = shellPages.filter(({ permission }) => permission === undefined || session?.permissions.includes(permission))
  const tools = pages.filter(({ entry }) => entry?.isTool)
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
      <nav aria-label={t('landmark.menu')} className={classes.entries} data-tour="menu">
        <MenuEntries pages={pages.filter(({ entry }) => !entry?.isTool)} isRail={isRail} />
        {tools.length > 0 && (
          <div role="group" aria-label={t('landmark.adminTools')} className={classes.tools} data-tour="tools">
            {!isRail && (
              <Text size="xs" c="dimmed" fw={600} className={classes.toolsTitle} aria-hidden>
                {t('landmark.adminTools')}
              </Text>
            )}
            <MenuEntries pages={tools} isRail={isRail} />
          </div>
        )}
      </nav>
      {!isRail && (
        <nav aria-label={t('landmark.history')} className={classes.history} data-tour="history">
          <ChatHistory openChatId={openChatId} isOnPage={pathname === paths.home() || pathname === paths.chatSearch()} />
        </nav>
      )}
    </div>
  )
}

function MenuEntries({ pages, isRail }: { pages: readonly ShellPage[]; isRail: boolean }) {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  return pages.map(({ path, entry }) => {
    if (!entry) return null
    const { key, hasSubpages = false } = entry
    const isBelowOther = shellPages.some((other) => other.entry && other.path.startsWith(`${path}/`) && pathname.startsWith(other.path))
    const EntryIcon = icons[key]
    return (
      <Tooltip key={key} label={t(`menu.${key}`)} position="right" disabled={!isRail}>
        <NavLink to={path} end={!hasSubpages || isBelowOther} className={classes.entry} aria-label={isRail ? t(`menu.${key}`) : undefined}>
          <EntryIcon size={20} stroke={1.7} aria-hidden />
          {!isRail && <span>{t(`menu.${key}`)}</span>}
        </NavLink>
      </Tooltip>
    )
  })
}
