// The ways to sign in that the product itself has, and which of a tenant's are offered.
import type { LoginMethod } from '@heddle/contracts/tenant/login-method'

/** What decides on the ways to sign in; a tenant that is about to be made has no id yet. */
export type LoginTenant = { readonly id: string | null; readonly hostname: string | null }

export const ownLoginMethods: readonly LoginMethod[] = [
  { key: 'email', type: 'email', label: null },
  { key: 'account', type: 'account', label: null },
]

/** What the sign-in screen offers of them. */
export const offered = (methods: readonly LoginMethod[], hidden: readonly string[]) => methods.filter(({ key }) => !hidden.includes(key))
