import { defaultLanguage, type Language, languages } from '@heddle/contracts/languages'
import i18next, { type FormatterModule } from 'i18next'
import resourcesToBackend from 'i18next-resources-to-backend'
import { initReactI18next } from 'react-i18next'
import { fromTag, readChosenLanguage, toTag } from './language.ts'

type Catalogue = typeof import('./locales/en/index.ts')

/** Loads the texts of one namespace. Those of the sign-in are one file a language; other namespaces load with their screen. */
async function loadTexts(tag: string, namespace: string) {
  const { first, others }: Catalogue = await import(`./locales/${fromTag(tag)}/index.ts`)
  return first[namespace as keyof typeof first] ?? others[`./${namespace}.json`]?.()
}

/** Writes counts as the language of the text does. Other numbers may be ports, years or versions. */
const counts: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, _format, tag, { interpolationkey: name } = {}) =>
    name === 'count' && typeof value === 'number' ? value.toLocaleString(tag) : value,
}

/** Starts i18next, in `first` for a user who has chosen no language. A screen loads its namespaces and suspends until they are there. */
export async function startI18n(first: Language = defaultLanguage): Promise<void> {
  i18next.on('languageChanged', (tag) => {
    document.documentElement.lang = tag
  })
  await i18next
    .use(initReactI18next)
    .use(resourcesToBackend(loadTexts))
    .use(counts)
    .init({
      lng: toTag(readChosenLanguage() ?? first),
      // A test keeps every catalogue complete: a fallback would be loaded without need.
      fallbackLng: false,
      supportedLngs: languages.map(toTag),
      load: 'currentOnly',
      defaultNS: 'common',
      ns: ['common', 'errors'],
      interpolation: { escapeValue: false, alwaysFormat: true },
    })
}
