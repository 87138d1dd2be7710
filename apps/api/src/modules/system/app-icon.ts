// The icon of the installed application. It is SVG, so that it has every size, and light and dark surfaces in one.

/** The color of the product, as `ownColor` of the web. */
const ownColor = '#df6f3a'

/** The surfaces of the page, as `theme-color` of index.html. */
export const surfaces = { light: '#ffffff', dark: '#1c1a18' }

const wrap = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${content}</svg>`

/** The eye of a heddle between two warp threads. */
const drawMark = (color: string) =>
  wrap(
    `<rect width="32" height="32" fill="${color}"/><g fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"><path d="M11 8v16M16 8v4.8M16 19.2v4.8M21 8v16"/><ellipse cx="16" cy="16" rx="2" ry="3.2"/></g>`,
  )

/** A system cuts the corners off, so that the logo keeps a distance from them. */
const drawLogo = (logo: string) =>
  wrap(
    `<style>rect{fill:${surfaces.light}}@media (prefers-color-scheme:dark){rect{fill:${surfaces.dark}}}</style><rect width="32" height="32"/><image href="${logo}" x="4" y="4" width="24" height="24"/>`,
  )

/** Draws the icon of a tenant. Its logo is a picture as a `data:` address, its color `#rrggbb`: both are so by their contract. */
export const drawIcon = ({ logo, primaryColor }: { readonly logo: string | null; readonly primaryColor: string | null }): string =>
  logo === null ? drawMark(primaryColor ?? ownColor) : drawLogo(logo)
