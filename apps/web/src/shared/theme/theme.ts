// Colors, type and defaults of the Mantine components. White on the brand color #df6f3a is 3.2:1, enough for shapes, not for text:
// backgrounds of white text use the next shade (4.8:1), and text on a quiet background the one after (6.9:1).
import {
  createTheme,
  type CSSVariablesResolver,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core'
import type { MouseEvent } from 'react'
import { pasteTextOfHtml } from '../paste-html.ts'
import { type BrandScale, createBrandScale } from './brand-scale.ts'

/** The product's color, which a tenant may replace. */
export const ownColor = '#df6f3a'

const brand: MantineColorsTuple = [
  '#fdf3ec',
  '#f9e3d5',
  '#f2c6ab',
  '#eca780',
  '#e68c5b',
  '#e27c48',
  '#df6f3a',
  '#bd521e',
  '#9c4319',
  '#783413',
]

const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ef',
  '#e9e6e1',
  '#dad6cf',
  '#c2bdb4',
  '#9a948a',
  '#6b665e',
  '#57524b',
  '#3f3b36',
  '#292622',
]

const dark: MantineColorsTuple = [
  '#ebe8e4',
  '#d0ccc6',
  '#a8a39b',
  '#7d7870',
  '#45413c',
  '#383531',
  '#2b2926',
  '#1c1a18',
  '#161513',
  '#100f0e',
]

// White text on Mantine's red has a contrast of only 3.8:1.
const red: MantineColorsTuple = [
  '#fff3f2',
  '#ffe2e0',
  '#fcc6c3',
  '#f6a09b',
  '#ee7b75',
  '#e55c55',
  '#d9443d',
  '#c4302a',
  '#a32520',
  '#7f1c18',
]

const forgetFile = ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
  currentTarget.value = ''
}

/** The list itself scrolls, as the arrow keys move in it; an area inside of it would need the focus to be scrolled. */
const scrollingOptions = { options: { maxHeight: 310, overflowY: 'auto' } } as const

/** With large letters a menu or popover of a fixed width would be wider than a phone. */
const withinWindow = { dropdown: { maxWidth: 'calc(100vw - 1rem)' } }

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: 7,
  autoContrast: true,
  luminanceThreshold: 0.25,
  colors: { brand, gray, dark, red },
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: "ui-monospace, 'SFMono-Regular', 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, var(--font-text), monospace",
  headings: { fontFamily: 'var(--font-text)', fontWeight: '650', textWrap: 'balance' },
  lineHeights: { xs: '1.5', sm: '1.55', md: '1.6', lg: '1.6', xl: '1.6' },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
  breakpoints: { xs: '37.5em', sm: '60em', md: '80em', lg: '120em', xl: '160em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Tooltip: { defaultProps: { openDelay: 350, withArrow: false, events: { hover: true, focus: true, touch: false } } },
    // The placeholder takes the first focus, and is not a valid child of a menu: without it the first entry has the focus.
    Menu: {
      defaultProps: { shadow: 'md', radius: 'md', position: 'bottom-end', offset: 6, withInitialFocusPlaceholder: false },
      styles: withinWindow,
    },
    Popover: { styles: withinWindow },
    // Thai and Vietnamese have marks above and below the letters, which would touch with Mantine's line height.
    InputWrapper: { styles: { label: { marginBottom: 4, fontWeight: 550 }, description: { lineHeight: 1.5 }, error: { lineHeight: 1.5 } } },
    Select: {
      defaultProps: { withScrollArea: false, allowDeselect: false },
      // A name that is cut says so.
      styles: { ...scrollingOptions, input: { textOverflow: 'ellipsis' } },
    },
    MultiSelect: { defaultProps: { withScrollArea: false }, styles: scrollingOptions },
    TagsInput: { defaultProps: { withScrollArea: false }, styles: scrollingOptions },
    Autocomplete: { defaultProps: { withScrollArea: false }, styles: scrollingOptions },
    Textarea: { defaultProps: { onPaste: pasteTextOfHtml } },
    // A `header` of its own would be a second banner of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
    DrawerHeader: { defaultProps: { role: 'none' } },
    Code: { defaultProps: { translate: 'no' } },
    Kbd: { defaultProps: { translate: 'no' } },
    // The codes of errors are longer than a line of a phone.
    Alert: { styles: { root: { overflowWrap: 'anywhere' } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    // The same file may be chosen again, once it is mended or was removed.
    FileButton: { defaultProps: { inputProps: { onClick: forgetFile } } },
  },
})

/** Returns the shades of a tenant's color `#rrggbb`, or the product's own, which were chosen by hand. */
export const resolveBrandScale = (color: string | null): BrandScale =>
  color === null || color === ownColor ? { colors: brand, primaryShade: { light: 7, dark: 7 } } : createBrandScale(color)

export function createBrandTheme(color: string | null): MantineThemeOverride {
  const { colors, primaryShade } = resolveBrandScale(color)
  return { ...theme, primaryShade, colors: { ...theme.colors, brand: colors } }
}

/** The surfaces and lines that the style sheets share; the accent for text is darker than the accent for shapes. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#262320',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-6)',
    '--mantine-color-anchor': 'var(--mantine-color-brand-8)',
    '--mantine-color-error': 'var(--mantine-color-red-7)',
    '--mantine-color-placeholder': '#77716a',
    '--surface-page': '#ffffff',
    '--surface-side': 'var(--mantine-color-gray-0)',
    '--surface-raised': '#ffffff',
    '--surface-quiet': 'var(--mantine-color-gray-1)',
    '--surface-hover': 'rgb(60 45 30 / 6%)',
    '--surface-active': 'color-mix(in srgb, var(--accent) 13%, transparent)',
    '--surface-marked': '#ffe9a8',
    '--line': 'rgb(60 45 30 / 11%)',
    '--line-strong': 'rgb(60 45 30 / 20%)',
    '--accent': 'var(--mantine-color-brand-6)',
    '--accent-text': 'var(--mantine-color-brand-8)',
    '--mantine-color-gray-light': 'rgb(60 45 30 / 7%)',
    '--mantine-color-gray-light-hover': 'rgb(60 45 30 / 11%)',
    '--mantine-color-gray-light-color': 'var(--mantine-color-gray-7)',
    '--mantine-color-brand-light-color': 'var(--mantine-color-brand-8)',
    '--shadow-raised': '0 1px 2px rgb(60 45 30 / 5%), 0 6px 20px rgb(60 45 30 / 6%)',
  },
  dark: {
    '--mantine-color-text': 'var(--mantine-color-dark-0)',
    '--mantine-color-anchor': 'var(--mantine-color-brand-4)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-placeholder': '#8f8a82',
    '--surface-page': 'var(--mantine-color-dark-7)',
    '--surface-side': 'var(--mantine-color-dark-8)',
    '--surface-raised': '#232120',
    '--surface-quiet': '#262422',
    '--surface-hover': 'rgb(255 245 235 / 7%)',
    '--surface-active': 'color-mix(in srgb, var(--accent) 22%, transparent)',
    '--surface-marked': '#6b5312',
    '--line': 'rgb(255 245 235 / 10%)',
    '--line-strong': 'rgb(255 245 235 / 20%)',
    '--accent': 'var(--mantine-color-brand-6)',
    '--accent-text': 'var(--mantine-color-brand-4)',
    '--mantine-color-gray-light': 'rgb(255 245 235 / 8%)',
    '--mantine-color-gray-light-hover': 'rgb(255 245 235 / 13%)',
    '--mantine-color-gray-light-color': 'var(--mantine-color-dark-1)',
    '--mantine-color-brand-light-color': 'var(--mantine-color-brand-4)',
    '--shadow-raised': '0 1px 2px rgb(0 0 0 / 30%), 0 6px 20px rgb(0 0 0 / 25%)',
  },
})

/** public/before-paint.js reads the same key. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'color_scheme' })
