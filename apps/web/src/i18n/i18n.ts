import { defaultLanguage, type Language, languages } from '@heddle/contracts/languages'
import i18next from 'i18next'
import resourcesToBackend from 'i18next-resources-to-backend'
import { initReactI18next } from 'react-i18next'
import { fromTag, readChosenLanguage, toTag } from './language.ts'

type Catalogue = typeof import('./locales/en/index.ts')

/** The texts of the sign-in come with a language, in one file; those of the other screens when they are shown. */
async function loadTexts(tag: string, namespace: string) {
  const { first, others }: Catalogue = await import(`./locales/${fromTag(tag)}/index.ts`)
  return first[namespace as keyof typeof first] ?? others[`./${namespace}.json`]?.()
}

/** Starts the translations, in `first` for a user who has chosen no language; what a screen needs is loaded when it is shown, and the screen waits for it. */
export async function startI18n(first: Language = defaultLanguage): Promise<void> {
  i18next.on('languageChanged', (tag) => {
    document.documentElement.lang = tag
  })
  await i18next
    .use(initReactI18next)
    .use(resourcesToBackend(loadTexts))
    .init({
      lng: toTag(readChosenLanguage() ?? first),
      // Every catalogue is complete, which a test sees to: a second one would be loaded for nothing.
      fallbackLng: false,
      supportedLngs: languages.map(toTag),
      load: 'currentOnly',
      defaultNS: 'common',
      ns: ['common', 'errors'],
      interpolation: { escapeValue: false },
    })
}
