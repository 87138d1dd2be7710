import { ActionIcon, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

type IconButtonProps = {
  /** The tooltip. */
  hint: string
  /** The accessible name, where the hint alone does not name the row; the hint by default. */
  label?: string
  icon: Icon
  isLoading?: boolean
  onClick: () => void
}

/** An icon with a tooltip. */
export function IconButton({ hint, label = hint, icon: ButtonIcon, isLoading = false, onClick }: IconButtonProps) {
  return (
    <Tooltip label={hint}>
      <ActionIcon aria-label={label} loading={isLoading} onClick={onClick}>
        <ButtonIcon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
