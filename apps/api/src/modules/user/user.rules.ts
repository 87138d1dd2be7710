import { fold } from '@heddle/text/language/folding'

export type SignInName = { readonly email: string } | { readonly account: string }

/** What makes two emails, or two accounts, the same. */
export const signInKey = (name: SignInName) => fold('email' in name ? name.email : name.account)
