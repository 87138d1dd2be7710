import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { matchPath, NavLink, Outlet, useLocation } from 'react-router'
import { useSession } from '#entities/auth/session.queries.ts'
import { NotAllowedPage } from '#pages/not-allowed/NotAllowedPage.tsx'
import { LeaveGuard } from '#shared/forms/LeaveGuard.tsx'
import { paths } from '#shared/paths.ts'
import classes from './SettingsLayout.module.css'
import { settingsPages } from './settings-pages.ts'

/** The frame of every settings page, with links to those that the user may open. */
export function SettingsLayout() {
  const { t } = useTranslation('settings')
  const { pathname } = useLocation()
  const session = useSession()
  const openPages = settingsPages.filter(({ isOpenTo }) => isOpenTo?.(session) ?? true)
  const nav = useRef<HTMLElement>(null)

  // On a phone the links are wider than the screen.
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])

  return (
    <div className={classes.layout}>
      <nav ref={nav} aria-label={t('nav.label')} className={classes.nav}>
        {openPages.map(
          ({ path, entry }) =>
            entry &&
            (entry.isShownTo?.(session) ?? true) && (
              <NavLink key={path} to={entry.to?.(session) ?? path} end={path === paths.me()} className={classes.item}>
                {t(entry.text)}
              </NavLink>
            ),
        )}
      </nav>
      {openPages.some(({ path }) => matchPath(path, pathname)) ? <Outlet /> : <NotAllowedPage />}
      <LeaveGuard />
    </div>
  )
}
