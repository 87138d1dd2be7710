import type { Language } from '@heddle/contracts/languages'
import { expect, test } from 'vitest'
import { resolveLanguage, storeLanguage } from './language.ts'

const tenant = (...languages: Language[]) => ({ languages, default_language: languages[0] ?? 'zhHant' })

test('the choice in the browser comes before the profile, and the profile before the tenant', () => {
  expect(resolveLanguage(tenant('zhHant', 'en', 'th'))).toBe('zhHant')
  expect(resolveLanguage(tenant('zhHant', 'en', 'th'), 'th')).toBe('th')
  storeLanguage('en')
  expect(resolveLanguage(tenant('zhHant', 'en', 'th'), 'th')).toBe('en')
})

test('a language that the tenant no longer offers gives way to the next choice, and finally to the default', () => {
  storeLanguage('vi')
  expect(resolveLanguage(tenant('zhHant', 'th'), 'th')).toBe('th')
  expect(resolveLanguage(tenant('ja', 'en'), 'th')).toBe('ja')
})
