import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { LeaveGuard } from '#shared/forms/LeaveGuard.tsx'
import { paths } from '#shared/paths.ts'
import { PageFrame } from '#shared/ui/PageFrame.tsx'
import classes from './SettingsLayout.module.css'
import { useSections } from './use-sections.ts'

/** What surrounds every page of the settings: the way between them, as far as the person may go. */
export function SettingsLayout() {
  const { t } = useTranslation('settings')
  const { pathname } = useLocation()
  const { sections, mayOpen } = useSections()
  const nav = useRef<HTMLElement>(null)

  // On a phone the sections are wider than the screen.
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])

  return (
    <div className={classes.layout}>
      <nav ref={nav} aria-label={t('nav.label')} className={classes.nav}>
        {sections.map(({ key, to }) => (
          <NavLink key={key} to={to} className={classes.item}>
            {t(`nav.${key}`)}
          </NavLink>
        ))}
      </nav>
      {mayOpen(pathname) ? (
        <Outlet />
      ) : (
        <PageFrame title={t('notAllowed.title')} hint={t('notAllowed.hint')}>
          <Button component={Link} to={paths.me()} variant="light">
            {t('notAllowed.toMe')}
          </Button>
        </PageFrame>
      )}
      <LeaveGuard />
    </div>
  )
}
