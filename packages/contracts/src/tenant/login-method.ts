import { z } from 'zod'
import { schemaIds } from '../schema-ids.ts'
import { LocalizedText } from '../wire.ts'

/** The key of an external sign-in, as in its address `/login/sso/{key}`. */
export const LoginKey = z
  .string()
  .max(32)
  .regex(/^[a-z0-9][a-z0-9_-]{0,31}$/, 'A key is at most 32 of a-z, 0-9, - and _')

/**
 * A way to sign in. `email` and `account` are the product's own; `member` and `ldap` ask for an id and a password, which an
 * external service checks; `oidc` sends the browser to a provider.
 */
export const LoginMethod = z.object({
  key: LoginKey,
  type: z.enum(['email', 'account', 'member', 'ldap', 'oidc']),
  /** Null for the product's own, whose names the application knows. */
  label: LocalizedText.nullable(),
})
export type LoginMethod = z.infer<typeof LoginMethod>
schemaIds.add(LoginMethod, { id: 'LoginMethod' })
