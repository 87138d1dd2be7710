import type { ChatFolder } from '@heddle/contracts/chat/folder'
import { IconFolder, IconFolderFilled } from '@tabler/icons-react'

type FolderMarkProps = { color: ChatFolder['color']; size?: number; className?: string }

/** The icon of a folder: filled where it has a color. */
export function FolderMark({ color, size = 16, className }: FolderMarkProps) {
  return color === null ? (
    <IconFolder size={size} stroke={1.7} className={className} aria-hidden style={{ color: 'var(--mantine-color-dimmed)' }} />
  ) : (
    <IconFolderFilled
      size={size}
      className={className}
      aria-hidden
      style={{ color: `light-dark(var(--mantine-color-${color}-7), var(--mantine-color-${color}-4))` }}
    />
  )
}
