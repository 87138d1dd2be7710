// Rehype plugins that show formulas as their source: what would take too long to set, and what KaTeX does not know.
import { isHugeFormula } from '@heddle/markdown/limits'

type Node = {
  type: string
  tagName?: string
  value?: string
  children?: Node[]
  properties?: { className?: unknown; style?: unknown; dir?: string; translate?: 'no' }
}
type File = { messages: readonly { source?: string | null | undefined }[] }

/** KaTeX sets what it does not know in this color; no text has it. */
export const errorColor = '#0badf0'

/** Runs before KaTeX: leaves formulas that would take too long to be shown as their source. */
export const sourceOfHugeFormulas = () => (tree: Node) => keepSource(tree)

function keepSource(node: Node) {
  if (hasClass(node, 'math-inline', 'math-display', 'language-math') && isHugeFormula(readText(node)))
    node.properties = { className: ['language-tex'] }
  node.children?.forEach(keepSource)
}

/** Runs behind KaTeX: a formula with a macro that it does not know is shown as it was written, not without the braces of that macro. */
export const sourceOfUnreadFormulas = () => (tree: Node, file: File) => {
  if (file.messages.some(({ source }) => source === 'rehype-katex')) showUnread(tree)
  keepLetters(tree)
}

/** The browser translates no formula. */
function keepLetters(node: Node) {
  if (hasClass(node, 'katex')) node.properties = { ...node.properties, translate: 'no' }
  else node.children?.forEach(keepLetters)
}

function showUnread(node: Node) {
  node.children = node.children?.map((child) => {
    if (hasClass(child, 'katex-error')) return createSource(readText(child))
    if (!hasClass(child, 'katex', 'katex-display')) {
      showUnread(child)
      return child
    }
    return hasError(child) ? createSource(readText(findAnnotation(child) ?? child)) : child
  })
}

const hasClass = ({ properties }: Node, ...names: string[]): boolean =>
  Array.isArray(properties?.className) && properties.className.some((name) => names.includes(String(name)))

const hasError = ({ properties, children = [] }: Node): boolean =>
  (typeof properties?.style === 'string' && properties.style.includes(errorColor)) || children.some(hasError)

function findAnnotation({ children = [] }: Node): Node | undefined {
  for (const child of children) {
    const found = child.tagName === 'annotation' ? child : findAnnotation(child)
    if (found) return found
  }
  return undefined
}

const createSource = (source: string): Node => ({
  type: 'element',
  tagName: 'code',
  properties: { className: ['language-tex'], translate: 'no' },
  children: [{ type: 'text', value: source.trim() }],
})

const readText = ({ value = '', children = [] }: Node): string => value + children.map(readText).join('')
