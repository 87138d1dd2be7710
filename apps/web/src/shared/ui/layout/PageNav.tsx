import { NavLink, type To } from 'react-router'
import classes from './PageNav.module.css'

type PageNavProps = { label: string; links: readonly { key: string; to: To; text: string }[] }

/** The ways between pages that belong together. */
export function PageNav({ label, links }: PageNavProps) {
  return (
    <nav aria-label={label} className={classes.nav}>
      {links.map(({ key, to, text }) => (
        <NavLink key={key} to={to} end className={classes.link}>
          {text}
        </NavLink>
      ))}
    </nav>
  )
}
