import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Facts.module.css'

/** A list of names and values of an entity. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>
}

type FactProps = { name: string; hint?: ReactNode; action?: ReactNode; children: ReactNode }

export function Fact({ name, hint, action, children }: FactProps) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>
        <div className={classes.value}>
          {children}
          {hint && (
            <Text size="xs" c="dimmed" component="div" mt={2}>
              {hint}
            </Text>
          )}
        </div>
        {action}
      </dd>
    </div>
  )
}
