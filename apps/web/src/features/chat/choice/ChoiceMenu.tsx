import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Name } from '#shared/ui/Name.tsx'
import classes from './ChoiceMenu.module.css'

/** `label` is a name. */
type Option = { value: string; label: string; hint?: string; lang?: string }

type ChoiceMenuProps = {
  title: string
  /** The accessible name, with the current choice. */
  label: string
  icon: ReactNode
  options: readonly Option[]
  value: string | null
  onChoose: (value: string) => void
}

/** A button with the current choice, and a menu that changes it. */
export function ChoiceMenu({ title, label, icon, options, value, onChoose }: ChoiceMenuProps) {
  const current = options.find((option) => option.value === value)
  return (
    <Menu position="top-start" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={classes.target} aria-label={label}>
          {icon}
          <span className={classes.current} lang={current?.lang} translate="no">
            {current?.label}
          </span>
          <IconChevronDown size={14} aria-hidden className={classes.chevron} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        {/* A menu contains only items; the button has the same name. */}
        <Menu.Label aria-hidden>{title}</Menu.Label>
        <Menu.RadioGroup value={value} onChange={onChoose}>
          {options.map((option) => (
            <Menu.RadioItem key={option.value} value={option.value} lang={option.lang} closeMenuOnClick>
              <Name>{option.label}</Name>
              {option.hint && <span className={classes.hint}>{option.hint}</span>}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
