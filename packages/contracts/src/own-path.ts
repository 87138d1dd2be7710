// Where in the application a sign-in goes on: never outside of it, whatever a link to the sign-in screen asks for.

/** A path of this application only: `//host` and `/\host` would lead away. */
export function toOwnPath(next: string | null | undefined): string | null {
  if (!next?.startsWith('/')) return null
  const base = 'http://own.invalid'
  if (!URL.canParse(next, base)) return null
  const url = new URL(next, base)
  // A path with an empty first part, as of `/.//host`, would lead away once it stands alone.
  return url.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : null
}
