// The ten shades of a tenant's color, chosen by contrast instead of lightness: with any color, backgrounds of white text, colored text and
// shapes have enough contrast in both color schemes (WCAG 2.2 AA). Mantine's generateColors guarantees no contrast and adds 15 kB to the
// sign-in page.
import { luminance, type MantineColorsTuple } from '@mantine/core'

type Lab = readonly [lightness: number, a: number, b: number]

const white: Lab = [1, 0, 0]
const black: Lab = [0, 0, 0]

/** The range of relative luminance (WCAG) with a contrast of 3:1 on both a white and a dark page. */
const shape = { from: 0.135, to: 0.3 }
/** The luminance below which white text has a contrast of 4.5:1. */
const maxLuminanceUnderWhite = 0.18
/** The luminance of text on quiet and tinted backgrounds, in the light and the dark scheme. */
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

/** Mixes in as little white or black as brings the luminance into the range; returns the color itself when it is inside. */
function adjustLuminance(color: string, minLuminance: number, maxLuminance: number): string {
  const now = luminance(color)
  if (now >= minLuminance && now <= maxLuminance) return color
  const goal = now > maxLuminance ? black : white
  const from = toOklab(color)
  let [tooLittle, enough] = [0, 1]
  for (let step = 0; step < 20; step += 1) {
    const share = (tooLittle + enough) / 2
    const reached = luminance(toHex(mix(from, goal, share)))
    if (now > maxLuminance ? reached <= maxLuminance : reached >= minLuminance) enough = share
    else tooLittle = share
  }
  return toHex(mix(from, goal, enough))
}

export type BrandScale = {
  readonly colors: MantineColorsTuple
  /** The shade of filled buttons. */
  readonly primaryShade: { readonly light: 7; readonly dark: 6 | 7 }
}

/** Returns the shades of a color `#rrggbb`: 0 to 3 backgrounds, 4 text in dark, 6 shapes, 7 under white text, 8 text in light. */
export function createBrandScale(color: string): BrandScale {
  const accent = adjustLuminance(color, shape.from, shape.to)
  const filled = adjustLuminance(color, 0, maxLuminanceUnderWhite)
  const tint = (share: number) => toHex(mix(toOklab(accent), white, share))
  const darkText = adjustLuminance(accent, text.dark, 1)
  return {
    colors: [
      tint(0.93),
      tint(0.84),
      tint(0.68),
      adjustLuminance(tint(0.5), text.dark, 1),
      darkText,
      toHex(mix(toOklab(darkText), toOklab(accent), 0.5)),
      accent,
      filled,
      adjustLuminance(filled, 0, text.light),
      adjustLuminance(filled, 0, darkest),
    ],
    // A dark color would be invisible on a dark page; a color that is visible there is dark enough under white text.
    primaryShade: { light: 7, dark: luminance(accent) <= maxLuminanceUnderWhite ? 6 : 7 },
  }
}
