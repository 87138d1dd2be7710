// The addresses of a sitemap (sitemaps.org, protocol 0.9).
import { Parser } from 'htmlparser2'

export type Sitemap = {
  readonly pages: readonly string[]
  /** Of an index: the sitemaps that it consists of. */
  readonly sitemaps: readonly string[]
}

/** Returns the addresses in an XML text, as they are written; null when it is no sitemap. */
export function readSitemap(xml: string): Sitemap | null {
  const path: string[] = []
  const pages: string[] = []
  const sitemaps: string[] = []
  let root: string | undefined
  let location = ''
  const parser = new Parser(
    {
      onopentag(tag) {
        const name = tag.replace(/^.*:/, '').toLowerCase()
        root ??= name
        path.push(name)
        location = ''
      },
      ontext(text) {
        location += text
      },
      onclosetag() {
        const name = path.pop()
        const parent = path.at(-1)
        if (name !== 'loc' || path.length !== 2) return
        if (parent === 'url') pages.push(location.trim())
        if (parent === 'sitemap') sitemaps.push(location.trim())
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return root === 'urlset' || root === 'sitemapindex' ? { pages, sitemaps } : null
}
