import { Badge } from '@mantine/core'

const colors = { ok: 'teal', warning: 'yellow', failed: 'red', off: 'gray' } as const

export const StateBadge = ({ level, text }: { level: keyof typeof colors; text: string }) => (
  <Badge variant="dot" color={colors[level]} tt="none" fw={550} maw="100%">
    {text}
  </Badge>
)
