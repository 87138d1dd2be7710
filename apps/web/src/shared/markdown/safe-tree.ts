// What Markdown may become.
import { defaultSchema } from 'rehype-sanitize'

export const schema: typeof defaultSchema = {
  ...defaultSchema,
  // The message's own ids are none of the page's business.
  clobberPrefix: 'reply-',
  tagNames: [...(defaultSchema.tagNames ?? []).filter((name) => !['picture', 'source'].includes(name)), 'mark', 'u'],
  protocols: { href: ['http', 'https', 'mailto'] },
  attributes: {
    ...defaultSchema.attributes,
    code: [['className', /^language-./, 'math-inline', 'math-display']],
  },
}

type Node = { type: string; tagName?: string; properties?: object; children?: Node[] }

const paragraphs = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'td', 'th', 'summary'])
const code = new Set(['code', 'kbd'])

/** A rehype plugin: each paragraph is read in the direction of its first letter, and the browser translates no code. */
export const markForReading = () => (tree: Node) => mark(tree)

function mark(node: Node) {
  if (paragraphs.has(node.tagName ?? '')) node.properties = { ...node.properties, dir: 'auto' }
  else if (code.has(node.tagName ?? '')) node.properties = { ...node.properties, translate: 'no' }
  node.children?.forEach(mark)
}

/** The address, if a reply may link to it. */
export function safeHref(href: string | undefined): string | undefined {
  if (!href) return undefined
  try {
    return ['http:', 'https:', 'mailto:'].includes(new URL(href).protocol) ? href : undefined
  } catch {
    // Relative addresses and the answer's own anchors lead nowhere in this application.
    return undefined
  }
}
