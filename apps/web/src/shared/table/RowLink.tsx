import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** The name of a row, which links to its page. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={to} translate="no" inherit c="var(--mantine-color-text)" underline="hover">
      {children}
    </Anchor>
  )
}
