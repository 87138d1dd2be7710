import { DEFAULT_THEME, luminance } from '@mantine/core'
import { expect, test } from 'vitest'
import { markColors, chooseMark, markShapes } from './assistant-mark.ts'

const buildUuid = (number: number) => `01900000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
const ids = Array.from({ length: 720 }, (_, number) => buildUuid(number))

/** WCAG 2.2, "contrast ratio". */
function measureContrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function blend(color: string, ground: string, share: number): string {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => Math.round(channel(color, at) * share + channel(ground, at) * (1 - share)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

test('an expert keeps its mark, and experts with successive ids have different marks', () => {
  expect(chooseMark(buildUuid(1))).toEqual(chooseMark(buildUuid(1)))
  const marks = ids.map((id) => Object.values(chooseMark(id)).join(' '))
  expect(new Set(marks).size).toBe(markColors.length * markShapes.length)
  const maximum = Math.max(
    ...Map.groupBy(marks, (mark) => mark)
      .values()
      .map(({ length }) => length),
  )
  expect(maximum).toBeLessThan(30)
})

test('an expert has the color that was chosen for it, with the same shape', () => {
  const { shape } = chooseMark(buildUuid(1))
  expect(chooseMark(buildUuid(1), 'teal')).toEqual({ color: 'teal', shape })
})

test.each(markColors)('the shape has enough contrast in %s, in the light and in the dark scheme', (color) => {
  const shades = DEFAULT_THEME.colors[color]
  expect(measureContrast(shades[8], shades[1])).toBeGreaterThanOrEqual(3)
  expect(measureContrast(shades[2], blend(shades[9], '#232120', 0.4))).toBeGreaterThanOrEqual(4.5)
})
