// The order of the sign-in methods, and the last one used in this browser.
import type { LoginMethod } from '@heddle/contracts/tenant/login-method'

export type FormMethod = LoginMethod & { type: Exclude<LoginMethod['type'], 'oidc'> }

export const isForm = (method: LoginMethod): method is FormMethod => method.type !== 'oidc'

const lastMethodKey = 'login_method'

/** Returns the key of the last method used in this browser; null before the first sign-in. */
export const readLastMethod = (): string | null => localStorage.getItem(lastMethodKey)

export const rememberMethod = (key: string): void => localStorage.setItem(lastMethodKey, key)

/** Returns the primary method (the first `preferred` one that exists, or the tenant's first) and the others in the tenant's order. */
export function arrangeMethods(methods: readonly LoginMethod[], ...preferred: readonly (string | null)[]) {
  const wished = preferred.flatMap((key) => methods.find((method) => method.key === key) ?? [])
  const primary = wished[0] ?? methods[0]
  return { primary, others: methods.filter((method) => method !== primary) }
}

// A page that starts a sign-in by itself waits for a click after a sign-out, which it would undo, and after a failed attempt. Stored for
// this tab only, so that links work elsewhere.
const holdKey = 'sign_in_held'

export const isSignInHeld = (): boolean => sessionStorage.getItem(holdKey) !== null

export const holdSignIn = (): void => sessionStorage.setItem(holdKey, 'true')

export const releaseSignIn = (): void => sessionStorage.removeItem(holdKey)
