import { localStorageColorSchemeManager } from '@mantine/core'

/** public/before-paint.js reads the same key. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'color_scheme' })
