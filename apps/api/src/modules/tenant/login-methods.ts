// The ways to sign in that a tenant has: the product's own, and whatever external ones are configured for it.
import type { LoginMethod } from '@heddle/contracts/login-method'

/** What decides on the ways to sign in; a tenant that is about to be made has no id yet. */
export type LoginTenant = { readonly id: string | null; readonly hostname: string | null }

export type LoginMethodsOf = (tenant: LoginTenant) => Promise<readonly LoginMethod[]>

export const ownLoginMethods: readonly LoginMethod[] = [
  { key: 'email', type: 'email', label: null },
  { key: 'account', type: 'account', label: null },
]

/** What the sign-in screen offers of them. */
export const offered = (methods: readonly LoginMethod[], hidden: readonly string[]) => methods.filter(({ key }) => !hidden.includes(key))
