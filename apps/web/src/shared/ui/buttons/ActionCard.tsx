import { Text, UnstyledButton } from '@mantine/core'
import { type Icon, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './ActionCard.module.css'

/** Actions as cards in columns. */
export const ActionCards = ({ children }: { children: ReactNode }) => <ul className={classes.cards}>{children}</ul>

type ActionCardProps = { title: string; hint: string; icon?: Icon } & ({ to: string } | { onClick: () => void })

/** A card that is a link or a button. */
export function ActionCard({ title, hint, icon: CardIcon, ...action }: ActionCardProps) {
  const words = (
    <span className={classes.words}>
      <Text component="span" fw={600}>
        {title}
      </Text>
      <Text component="span" size="sm" c="dimmed">
        {hint}
      </Text>
    </span>
  )
  return (
    <li>
      {'to' in action ? (
        <Link to={action.to} className={classes.card}>
          {CardIcon && <CardIcon size={22} aria-hidden />}
          {words}
          <IconChevronRight size={18} aria-hidden />
        </Link>
      ) : (
        <UnstyledButton className={classes.card} onClick={action.onClick}>
          {CardIcon && <CardIcon size={22} aria-hidden />}
          {words}
        </UnstyledButton>
      )}
    </li>
  )
}
