// The pictures of the screens, which `pnpm pictures` makes from the running product in each language.
import type { Language } from '@heddle/contracts/languages'

const addresses = import.meta.glob<string>('./pictures/*/*.webp', { eager: true, import: 'default' })

/** Returns the address of a picture in a language; undefined when there is none. */
export const findPicture = (name: string, language: Language): string | undefined => addresses[`./pictures/${language}/${name}.webp`]
