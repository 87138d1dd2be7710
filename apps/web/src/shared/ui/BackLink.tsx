import { Anchor } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './BackLink.module.css'

export type BackLinkProps = { to: string; label: string }

/** The way up from one thing to the list that it is of, above the thing's title. */
export function BackLink({ to, label }: BackLinkProps) {
  return (
    <Anchor component={Link} to={to} size="sm" c="dimmed" className={classes.back}>
      <IconChevronLeft size={16} aria-hidden />
      {label}
    </Anchor>
  )
}
