// How a journey is seen: in which language, in which colors, in a window of which size.
import type { Language } from '@heddle/contracts/languages'
import { desk, phone } from './fixtures.ts'

const windows = { desk, phone }

type ColorScheme = 'light' | 'dark'
type LookName = `${Language}-${ColorScheme}-${keyof typeof windows}`

function createLook(name: LookName) {
  const [language, colorScheme, device] = name.split('-') as [Language, ColorScheme, keyof typeof windows]
  return { name, language, colorScheme, viewport: windows[device], isPhone: device === 'phone' }
}

/** The looks in which screens are reviewed: three languages, in both schemes and windows. */
export const reviewedLooks = (['zhHant', 'en', 'th'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    (['desk', 'phone'] as const).map((device) => createLook(`${language}-${colorScheme}-${device}`)),
  ),
)

/** Returns the looks that a journey runs in: the given ones, or with LOOKS=all the reviewed ones and the other two languages. */
export const listLooks = (...usual: readonly LookName[]): readonly ReturnType<typeof createLook>[] =>
  process.env.LOOKS === 'all' ? [...reviewedLooks, createLook('ja-light-desk'), createLook('vi-dark-phone')] : usual.map(createLook)
