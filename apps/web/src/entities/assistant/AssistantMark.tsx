import type { Assistant } from '@heddle/contracts/assistant/assistant'
import {
  IconAsterisk,
  IconCircles,
  IconDiamonds,
  IconGridDots,
  IconHexagons,
  IconLayersIntersect2,
  IconSpiral,
  IconTriangles,
  IconWaveSine,
} from '@tabler/icons-react'
import { chooseMark } from './assistant-mark.ts'
import classes from './AssistantMark.module.css'

const icons = {
  hexagons: IconHexagons,
  triangles: IconTriangles,
  circles: IconCircles,
  wave: IconWaveSine,
  diamonds: IconDiamonds,
  spiral: IconSpiral,
  asterisk: IconAsterisk,
  layers: IconLayersIntersect2,
  grid: IconGridDots,
}

type AssistantMarkProps = { assistant: Pick<Assistant, 'id' | 'color' | 'picture'>; size?: 'small' | 'regular' | 'large' }

/** The decorative sign of an expert; its name stands beside it. */
export function AssistantMark({ assistant, size = 'regular' }: AssistantMarkProps) {
  if (assistant.picture) return <img src={assistant.picture} alt="" className={classes.mark} data-size={size} />
  const { color, shape } = chooseMark(assistant.id, assistant.color)
  const Icon = icons[shape]
  const shades = Object.fromEntries([1, 2, 8, 9].map((shade) => [`--mark-${shade}`, `var(--mantine-color-${color}-${shade})`]))
  return (
    <span className={classes.mark} data-size={size} data-mark={`${color} ${shape}`} style={shades} aria-hidden>
      <Icon stroke={1.8} />
    </span>
  )
}
