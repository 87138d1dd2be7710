// Pictures within a text in Markdown, whose bytes are no text: their alternative texts stay.

/** Of an address with content in it (RFC 2397); a line may be divided within Base64. */
const content = String.raw`data:[\w.+-]*/?[\w.+-]*(?:;[\w.+-]+(?:=[^;,\s)"'>]*)?)*,[^\s)"'>]*(?:\n[A-Za-z\d+/=]{40,})*`

const image = new RegExp(String.raw`!\[([^\]\n]*)\]\(\s*<?${content}>?(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)`, 'gi')
const definition = new RegExp(String.raw`^ {0,3}\[([^\]\n]+)\]:\s*<?${content}.*$`, 'gim')
const element = new RegExp(String.raw`<img\s[^<>]*?src\s*=\s*["']?${content}[^<>]*>`, 'gi')
const bare = new RegExp(content, 'gi')
/** Shorter ones may be an example. */
const minBareCharacters = 200

const readAlternative = (tag: string) =>
  /\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i
    .exec(tag)
    ?.slice(1)
    .find((text) => text !== undefined) ?? ''

/** Returns the text with the alternative texts of the pictures that are in it, in their places. */
export function replaceEmbeddedPictures(text: string): string {
  if (!/data:/i.test(text)) return text
  const defined = new Set<string>()
  const replaced = text
    .replaceAll(definition, (_line, name: string) => {
      defined.add(name.toLowerCase())
      return ''
    })
    .replaceAll(image, '$1')
    .replaceAll(element, readAlternative)
    .replaceAll(bare, (found) => (found.length < minBareCharacters ? found : ''))
  if (defined.size === 0) return replaced
  return replaced.replaceAll(/!\[([^\]\n]*)\](?:\[([^\]\n]*)\])?/g, (found, alternative: string, name?: string) =>
    defined.has((name || alternative).toLowerCase()) ? alternative : found,
  )
}
