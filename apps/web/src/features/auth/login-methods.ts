// The ways to sign in: which one comes first, and what this browser remembers of them.
import type { LoginMethod } from '@heddle/contracts/login-method'

export type FormMethod = LoginMethod & { type: Exclude<LoginMethod['type'], 'oidc'> }

export const isForm = (method: LoginMethod): method is FormMethod => method.type !== 'oidc'

const lastMethodKey = 'login_method'

/** The way that led in the last time in this browser. */
export const readLastMethod = (): string | null => localStorage.getItem(lastMethodKey)

export const rememberMethod = (key: string): void => localStorage.setItem(lastMethodKey, key)

/** One clear way and the others, in the tenant's order: the one that was just chosen, else the last used, else the first. */
export function arrangeMethods(methods: readonly LoginMethod[], ...preferred: readonly (string | null)[]) {
  const wished = preferred.flatMap((key) => methods.find((method) => method.key === key) ?? [])
  const primary = wished[0] ?? methods[0]
  return { primary, others: methods.filter((method) => method !== primary) }
}

/** Whether the address is that of a return from a provider. */
export const isCallback = (search: URLSearchParams): boolean => search.has('error') || (search.has('code') && search.has('state'))

// A screen that begins a sign-in by itself waits for a click after a sign-out, because it would sign the user straight back in,
// or whose last attempt has failed. Of this tab only: a link that is followed elsewhere works as ever.
const holdKey = 'sign_in_held'

export const isSignInHeld = (): boolean => sessionStorage.getItem(holdKey) !== null

export const holdSignIn = (): void => sessionStorage.setItem(holdKey, 'true')

export const releaseSignIn = (): void => sessionStorage.removeItem(holdKey)
