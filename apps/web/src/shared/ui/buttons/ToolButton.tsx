import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'

type ToolButtonProps = Pick<ComponentPropsWithRef<'button'>, 'aria-pressed' | 'aria-haspopup' | 'onClick'> &
  Pick<ActionIconProps, 'children'> & { label: string; isOn: boolean }

/** An icon with a tooltip, which is on or off. */
export const ToolButton = ({ label, isOn, ...button }: ToolButtonProps) => (
  <Tooltip label={label}>
    <ActionIcon size={34} variant={isOn ? 'light' : undefined} color={isOn ? 'brand' : undefined} aria-label={label} {...button} />
  </Tooltip>
)
