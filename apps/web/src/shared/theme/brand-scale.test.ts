import { luminance } from '@mantine/core'
import { describe, expect, test } from 'vitest'
import { createBrandScale } from './brand-scale.ts'

/** WCAG 2.2, "contrast ratio". */
function measureContrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The backgrounds of the page and of quiet surfaces with text, in the light and the dark theme. */
const light = { page: '#ffffff', quiet: '#f4f2ef' }
const dark = { page: '#1c1a18', quiet: '#262422' }

const channels = ['00', '40', '80', 'c0', 'ff']
const everyHue = channels.flatMap((red) => channels.flatMap((green) => channels.map((blue) => `#${red}${green}${blue}`)))

describe('the shades of a color', () => {
  test.each(everyHue)('of %s have enough contrast in light and dark', (color) => {
    const { colors, primaryShade } = createBrandScale(color)
    expect(measureContrast('#ffffff', colors[primaryShade.light])).toBeGreaterThanOrEqual(4.5)
    expect(measureContrast('#ffffff', colors[primaryShade.dark])).toBeGreaterThanOrEqual(4.5)
    expect(measureContrast(colors[6], light.page)).toBeGreaterThanOrEqual(3)
    expect(measureContrast(colors[6], dark.page)).toBeGreaterThanOrEqual(3)
    expect(measureContrast(colors[8], light.quiet)).toBeGreaterThanOrEqual(4.5)
    expect(measureContrast(colors[8], colors[0])).toBeGreaterThanOrEqual(4.5)
    expect(measureContrast(colors[4], dark.quiet)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['#df6f3a', '#6750a4', '#0b7a75', '#1a237e', '#ffd400'])('of %s go from light to dark', (color) => {
    const values = createBrandScale(color).colors.map((shade) => luminance(shade))
    expect(values).toEqual(values.toSorted((a, b) => b - a))
  })

  test('keep the chosen color when its contrast suffices', () => {
    expect(createBrandScale('#1a237e').colors[7]).toBe('#1a237e')
    expect(createBrandScale('#df6f3a').colors[6]).toBe('#df6f3a')
  })
})
