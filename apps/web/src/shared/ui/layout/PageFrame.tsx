import { Anchor, Text, Title } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './PageFrame.module.css'

type BackLinkProps = { to: string; label: string }

type PageFrameProps = {
  title: string
  hint?: string
  aside?: ReactNode
  back?: BackLinkProps | undefined
  /** For a page that is a table. */
  isWide?: boolean
  children: ReactNode
}

/** A page with a heading, in a column that stays readable unless it is wide. */
export function PageFrame({ title, hint, aside, back, isWide = false, children }: PageFrameProps) {
  return (
    <div className={classes.frame} data-wide={isWide || undefined}>
      <header className={classes.header}>
        <div>
          {back && <BackLink {...back} />}
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          {hint && (
            <Text c="dimmed" mt={4}>
              {hint}
            </Text>
          )}
        </div>
        {aside}
      </header>
      {children}
    </div>
  )
}

/** The link from an entity to its list, above the title. */
function BackLink({ to, label }: BackLinkProps) {
  return (
    <Anchor component={Link} to={to} size="sm" c="dimmed" className={classes.back}>
      <IconChevronLeft size={16} aria-hidden />
      {label}
    </Anchor>
  )
}
