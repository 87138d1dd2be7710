import { signInActions } from '@heddle/contracts/audit/audit'
import { endpoints } from '@heddle/contracts/endpoint-list'
import { languages } from '@heddle/contracts/languages'
import { expect, test } from 'vitest'
import { auditedActions } from './audited-actions.ts'

type Words = { action: Record<string, string> }

const catalogues = import.meta.glob<Words>('../../i18n/locales/*/audit.json', { eager: true, import: 'default' })

test('the audited actions are found in the contracts', () => {
  expect(auditedActions).toEqual(expect.arrayContaining([...signInActions, 'createUser', 'updateTenant', 'exportAudit']))
  expect(auditedActions.every((name) => 'audited' in endpoints[name].config)).toBe(true)
})

test.each(languages)('each audited action, and no other, has a text in %s', (language) => {
  const words = catalogues[`../../i18n/locales/${language}/audit.json`]?.action ?? {}
  expect(Object.keys(words).toSorted()).toEqual(auditedActions.toSorted())
  expect(new Set(Object.values(words)).size).toBe(auditedActions.length)
})
