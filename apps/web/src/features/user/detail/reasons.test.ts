import { describe, expect, test } from 'vitest'
import { buildUser, id } from '#testing/wire.ts'
import { type UserAction, findRefusalReason } from './reasons.ts'

const createAbilities = (granted: boolean) => ({
  edit: granted,
  change_email: granted,
  change_role: granted,
  change_status: granted,
  reset_password: granted,
  reset_second_factor: granted,
  delete: granted,
})
const [none, all] = [createAbilities(false), createAbilities(true)]
const admin = { id: id(50), role: 'A' } as const
const superUser = { id: id(51), role: 'S' } as const

describe('the reason why an action on a user is disabled', () => {
  test('is null for a permitted action', () => {
    for (const deed of ['change_email', 'change_role', 'change_status', 'reset_password', 'delete'] as const)
      expect(findRefusalReason(deed, buildUser({ abilities: all }), admin)).toBeNull()
  })

  test.each<[UserAction, string]>([
    ['change_role', 'ownRole'],
    ['change_status', 'ownStatus'],
    ['delete', 'ownDeletion'],
    ['reset_password', 'ownPassword'],
  ])('is oneself for %s', (deed, reason) => {
    expect(findRefusalReason(deed, buildUser({ id: superUser.id, role: 'S', abilities: none }), superUser)).toBe(reason)
  })

  test('is the external sign-in for data from there only', () => {
    const user = buildUser({ providers: ['institute'], abilities: none })
    expect(findRefusalReason('change_email', user, superUser)).toBe('external')
    expect(findRefusalReason('reset_password', user, superUser)).toBe('external')
    expect(findRefusalReason('delete', user, superUser)).toBe('notYours')
  })

  test('is that only super admins change roles, and administrators', () => {
    expect(findRefusalReason('change_role', buildUser({ abilities: none }), admin)).toBe('superOnly')
    expect(findRefusalReason('delete', buildUser({ role: 'A', abilities: none }), admin)).toBe('superOnly')
    expect(findRefusalReason('change_status', buildUser({ role: 'S', abilities: none }), admin)).toBe('superOnly')
  })
})
