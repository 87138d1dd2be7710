import { Menu, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './ChoiceMenu.module.css'

type Option = { value: string; label: string; hint?: string; lang?: string }

type ChoiceMenuProps = {
  title: string
  /** Says the current choice to a screen reader. */
  label: string
  icon: ReactNode
  options: readonly Option[]
  value: string | null
  onChoose: (value: string) => void
}

/** A quiet button that shows the current choice, and a menu to change it. */
export function ChoiceMenu({ title, label, icon, options, value, onChoose }: ChoiceMenuProps) {
  const current = options.find((option) => option.value === value)
  return (
    <Menu position="top-start" withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.target} aria-label={label}>
          {icon}
          <span className={classes.current} lang={current?.lang}>
            {current?.label}
          </span>
          <IconChevronDown size={14} aria-hidden className={classes.chevron} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        <Menu.Label>{title}</Menu.Label>
        {options.map((option) => (
          <Menu.Item
            key={option.value}
            role="menuitemradio"
            aria-checked={option.value === value}
            lang={option.lang}
            rightSection={option.value === value ? <IconCheck size={16} aria-hidden /> : <span className={classes.noCheck} />}
            onClick={() => onChoose(option.value)}
          >
            {option.label}
            {option.hint && <span className={classes.hint}>{option.hint}</span>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
