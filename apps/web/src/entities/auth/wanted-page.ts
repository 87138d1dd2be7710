// The page that a sign-in leads to. A provider returns to the sign-in without it, so that it is kept, for this tab only.
import { resolveNext } from '#shared/paths.ts'

const wantedKey = 'sign_in_next'

/** Returns whether the query string is from a provider's redirect. */
export const isCallback = (search: URLSearchParams): boolean => search.has('error') || (search.has('code') && search.has('state'))

/** Keeps the page while the browser is at a provider. */
export const keepWantedPage = (next: string): void => sessionStorage.setItem(wantedKey, next)

/** Returns the page of this application that a sign-in page with this query string leads to. */
export const resolveWantedPage = (search: URLSearchParams): string =>
  resolveNext(search.get('next') ?? (isCallback(search) ? sessionStorage.getItem(wantedKey) : null))
