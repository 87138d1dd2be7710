import { Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './Section.module.css'

type SectionProps = { title: string; hint?: ReactNode; aside?: ReactNode; children?: ReactNode }

/** A part of a page on its own surface, with a heading. */
export function Section({ title, hint, aside, children }: SectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <header className={classes.header}>
        <div className={classes.words} data-long={hint ? true : undefined}>
          <Title order={2} id={id} className={classes.title}>
            {title}
          </Title>
          {hint && (
            <Text size="sm" c="dimmed" mt={2}>
              {hint}
            </Text>
          )}
        </div>
        {aside}
      </header>
      {children}
    </section>
  )
}
