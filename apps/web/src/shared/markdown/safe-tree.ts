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
