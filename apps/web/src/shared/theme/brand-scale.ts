// The ten shades of a tenant's colour. They are found by their contrast, not by their lightness: whatever color is chosen, what
// carries white text, what is text itself and what is only a shape can be read and seen in both colour schemes (WCAG 2.2 AA). Mantine's
// own generateColors promises no contrast and costs the sign-in page 15 kB.
import { luminance, type MantineColorsTuple } from '@mantine/core'

type Lab = readonly [lightness: number, a: number, b: number]

const white: Lab = [1, 0, 0]
const black: Lab = [0, 0, 0]

/** Relative luminances (WCAG) between which a colour shows on a white page and on a dark one, 3:1. */
const shape = { from: 0.135, to: 0.3 }
/** On which white text can be read, 4.5:1. */
const maxLuminanceUnderWhite = 0.18
/** Of text on the quiet and tinted grounds of the light and of the dark scheme. */
const text = { light: 0.1, dark: 0.4 }
const darkest = 0.055

const toLinear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
const fromLinear = (channel: number) => (channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055)

// The matrices of Oklab, https://bottosson.github.io/posts/oklab/
function toOklab(hex: string): Lab {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function toHex([lightness, a, b]: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const byte = (channel: number) => Math.round(255 * fromLinear(Math.min(1, Math.max(0, channel))))
  return `#${channels.map((channel) => byte(channel).toString(16).padStart(2, '0')).join('')}`
}

const mix = (from: Lab, to: Lab, share: number): Lab => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
]

/** The colour with as much white or black as brings its luminance between the two; itself where it is. */
function bringBetween(color: string, least: number, most: number): string {
  const now = luminance(color)
  if (now >= least && now <= most) return color
  const goal = now > most ? black : white
  const from = toOklab(color)
  let [tooLittle, enough] = [0, 1]
  for (let step = 0; step < 20; step += 1) {
    const share = (tooLittle + enough) / 2
    const reached = luminance(toHex(mix(from, goal, share)))
    if (now > most ? reached <= most : reached >= least) enough = share
    else tooLittle = share
  }
  return toHex(mix(from, goal, enough))
}

export type BrandScale = {
  readonly colors: MantineColorsTuple
  /** Which of them filled buttons have. */
  readonly primaryShade: { readonly light: 7; readonly dark: 6 | 7 }
}

/** The shades of a colour `#rrggbb`: 0 to 3 grounds, 4 text in the dark, 6 shapes, 7 under white text, 8 text in the light. */
export function createBrandScale(color: string): BrandScale {
  const accent = bringBetween(color, shape.from, shape.to)
  const filled = bringBetween(color, 0, maxLuminanceUnderWhite)
  const tint = (share: number) => toHex(mix(toOklab(accent), white, share))
  const darkText = bringBetween(accent, text.dark, 1)
  return {
    colors: [
      tint(0.93),
      tint(0.84),
      tint(0.68),
      bringBetween(tint(0.5), text.dark, 1),
      darkText,
      toHex(mix(toOklab(darkText), toOklab(accent), 0.5)),
      accent,
      filled,
      bringBetween(filled, 0, text.light),
      bringBetween(filled, 0, darkest),
    ],
    // A dark colour would be lost on a dark page; what shows there is dark enough under white text.
    primaryShade: { light: 7, dark: luminance(accent) <= maxLuminanceUnderWhite ? 6 : 7 },
  }
}
