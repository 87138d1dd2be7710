// What Markdown may become: the sanitiser's schema, and the two rewritings around it. Raw HTML is shown as the text that it is.
import { defaultSchema } from 'rehype-sanitize'
import { isHugeFormula } from './limits.ts'

type Node = { type: string; value?: string; children?: Node[]; properties?: { className?: unknown } }

export const schema: typeof defaultSchema = {
  ...defaultSchema,
  // The message's own ids are none of the page's business.
  clobberPrefix: 'reply-',
  tagNames: defaultSchema.tagNames?.filter((name) => !['picture', 'source'].includes(name)),
  protocols: { href: ['http', 'https', 'mailto'] },
  attributes: {
    ...defaultSchema.attributes,
    code: [['className', /^language-./, 'math-inline', 'math-display']],
  },
}

/** A remark plugin: HTML becomes text, except the line break that models write into table cells. */
export const htmlAsText = () => (tree: Node) => replaceHtml(tree)

function replaceHtml(node: Node) {
  if (!node.children) return
  node.children = node.children.map((child) => {
    if (child.type !== 'html') {
      replaceHtml(child)
      return child
    }
    if (/^<br\s*\/?>$/i.test(child.value ?? '')) return { type: 'break' }
    const text: Node = { type: 'text', value: child.value ?? '' }
    return node.type === 'paragraph' || node.type === 'tableCell' || node.type === 'heading'
      ? text
      : { type: 'paragraph', children: [text] }
  })
}

/** A rehype plugin: formulas that would take too long to set are left to be shown as their source. */
export const sourceOfHugeFormulas = () => (tree: Node) => keepSource(tree)

function keepSource(node: Node) {
  const { className } = node.properties ?? {}
  const isFormula =
    Array.isArray(className) && className.some((name) => ['math-inline', 'math-display', 'language-math'].includes(String(name)))
  if (isFormula && isHugeFormula(textOf(node))) node.properties = { className: ['language-tex'] }
  node.children?.forEach(keepSource)
}

const textOf = ({ value = '', children = [] }: Node): string => value + children.map(textOf).join('')

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
