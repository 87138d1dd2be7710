import { languages } from '@heddle/contracts/languages'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { startI18n } from './i18n.ts'
import { toTag } from './language.ts'

test.each(languages)('a count has the separators of %s, and no other number has any', async (language) => {
  if (!i18next.isInitialized) await startI18n()
  await i18next.changeLanguage(toTag(language))
  await i18next.loadNamespaces(['table', 'errors'])
  const separated = { en: '12,345', zhHant: '12,345', ja: '12,345', th: '12,345', vi: '12.345' }
  expect(i18next.t('table:rows', { count: 12_345 })).toContain(separated[language])
  expect(i18next.t('errors:httpStatus', { status: 12_345 })).toContain('12345')
})
