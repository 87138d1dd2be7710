import type { Language } from '@heddle/contracts/languages'
import { expect, test } from 'vitest'
import { languageToShow, storeLanguage } from './language.ts'

const tenant = (...languages: Language[]) => ({ languages, default_language: languages[0] ?? 'zhHant' })

test('what was chosen in the browser comes before the profile, and the profile before the tenant', () => {
  expect(languageToShow(tenant('zhHant', 'en', 'th'))).toBe('zhHant')
  expect(languageToShow(tenant('zhHant', 'en', 'th'), 'th')).toBe('th')
  storeLanguage('en')
  expect(languageToShow(tenant('zhHant', 'en', 'th'), 'th')).toBe('en')
})

test('a language that the tenant has ceased to offer gives way to the next wish, at last to its own', () => {
  storeLanguage('vi')
  expect(languageToShow(tenant('zhHant', 'th'), 'th')).toBe('th')
  expect(languageToShow(tenant('ja', 'en'), 'th')).toBe('ja')
})
