import { expect, test } from 'vitest'
import { canOverrideGate } from './workflow.permissions.ts'

test.each([
  ['S', false, true],
  ['S', true, true],
  ['A', false, false],
  ['A', true, true],
  ['U', false, false],
  ['U', true, false],
] as const)('%s, where administrators may override is %s: publishes against the conditions %s', (role, adminsOverrideGate, expected) => {
  expect(canOverrideGate({ role }, { adminsOverrideGate })).toBe(expected)
})
