import { createAllowedHost } from '@heddle/contracts/tenant/allowed-host'
import { updatePassword } from '@heddle/contracts/auth/auth'
import { createGroup } from '@heddle/contracts/group/group'
import { updateTenant } from '@heddle/contracts/tenant/tenant'
import { createUser, updateUserEmail } from '@heddle/contracts/user/user'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Values, getValue } from './paths.ts'
import { flattenIssues, toRule } from './rules.ts'

/** Returns the rules of a schema's issues, by path. */
function listRules(schema: z.ZodType, values: Values) {
  const parsed = schema.safeParse(values)
  return Object.fromEntries(
    flattenIssues(parsed.error?.issues ?? []).map(({ path, issue }) => {
      const { key, count } = toRule(issue, getValue(values, path))
      return [path, count === undefined ? key : `${key} ${count}`]
    }),
  )
}

describe('the rules of the contracts in a form', () => {
  const group = createGroup.schema.body.shape.group
  const user = createUser.schema.body.shape.user
  const tenant = updateTenant.schema.body.shape.tenant
  const host = createAllowedHost.schema.body.shape.allowed_host
  const email = updateUserEmail.schema.body
  const password = updatePassword.schema.body

  test.each<[string, z.ZodType, Values, Record<string, string>]>([
    ['a name without a default', group, { name: { default: '  ' } }, { 'name.default': 'required' }],
    ['a name too long in one language', group, { name: { default: 'a', th: 'x'.repeat(201) } }, { 'name.th': 'maxCharacters 200' }],
    ['a name of two lines', group, { name: { default: 'a\nb' } }, { 'name.default': 'excludedCharacter' }],
    ['no email that could be one', email, { email: 'ada' }, { email: 'email' }],
    ['an email too long', email, { email: `${'x'.repeat(250)}@heddle.test` }, { email: 'maxCharacters 254' }],
    ['an account with a space', user, { account: 'a b' }, { account: 'excludedCharacter' }],
    ['no password', password, { current_password: '', new_password: '' }, { current_password: 'required', new_password: 'required' }],
    ['a short password', password, { current_password: 'x', new_password: 'short' }, { new_password: 'minCharacters 10' }],
    ['no language', tenant, { languages: [], revision: 0 }, { languages: 'chooseOne' }],
    ['a number out of range', tenant, { retention_days: -1, revision: 0 }, { retention_days: 'minValue 0' }],
    ['a large number', tenant, { requests_per_chat: 10_001, revision: 0 }, { requests_per_chat: 'maxValue 10000' }],
    ['half a number', tenant, { retention_days: 1.5, revision: 0 }, { retention_days: 'integer' }],
    ['no number', tenant, { retention_days: 'x', revision: 0 }, { retention_days: 'number' }],
    ['an emptied number', tenant, { retention_days: '', revision: 0 }, { retention_days: 'required' }],
    ['an address for a host', host, { host: 'https://example.org/a' }, { host: 'host' }],
    ['a color by its name', tenant, { primary_color: 'red', revision: 0 }, { primary_color: 'format' }],
  ])('%s', (_case, schema, values, expected) => {
    expect(listRules(schema, values)).toEqual(expected)
  })

  test('cover the issues that no contract has yet', () => {
    const schema = z.object({ code: z.string().uppercase(), pin: z.string().length(4), roles: z.array(z.string()).max(1) })
    expect(listRules(schema, { code: 'a', pin: '123', roles: ['a', 'b'] })).toEqual({
      code: 'uppercase',
      pin: 'length',
      roles: 'chooseAtMost 1',
    })
  })
})
