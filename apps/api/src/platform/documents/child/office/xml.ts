// Reads the XML of Office in a stream, as small trees whose names have the usual prefixes, whatever prefixes the file declares.
import { limits } from '@heddle/contracts/limits'
import { Parser } from 'htmlparser2'
import { DocumentRefusal } from '../refusal.ts'

export type XmlElement = {
  /** With the usual prefix of its namespace: `w:p`; as the file writes it where the namespace is unknown. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlNode[]
}
export type XmlNode = XmlElement | string

/** Namespaces, transitional and strict (ISO/IEC 29500), by their usual prefixes. */
const prefixes: Readonly<Record<string, readonly string[]>> = {
  w: ['http://schemas.openxmlformats.org/wordprocessingml/2006/main', 'http://purl.oclc.org/ooxml/wordprocessingml/main'],
  a: ['http://schemas.openxmlformats.org/drawingml/2006/main', 'http://purl.oclc.org/ooxml/drawingml/main'],
  p: ['http://schemas.openxmlformats.org/presentationml/2006/main', 'http://purl.oclc.org/ooxml/presentationml/main'],
  x: ['http://schemas.openxmlformats.org/spreadsheetml/2006/main', 'http://purl.oclc.org/ooxml/spreadsheetml/main'],
  r: ['http://schemas.openxmlformats.org/officeDocument/2006/relationships', 'http://purl.oclc.org/ooxml/officeDocument/relationships'],
  m: ['http://schemas.openxmlformats.org/officeDocument/2006/math', 'http://purl.oclc.org/ooxml/officeDocument/math'],
  c: ['http://schemas.openxmlformats.org/drawingml/2006/chart', 'http://purl.oclc.org/ooxml/drawingml/chart'],
  dgm: ['http://schemas.openxmlformats.org/drawingml/2006/diagram', 'http://purl.oclc.org/ooxml/drawingml/diagram'],
  mc: ['http://schemas.openxmlformats.org/markup-compatibility/2006'],
  xdr: ['http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing', 'http://purl.oclc.org/ooxml/drawingml/spreadsheetDrawing'],
  cx: ['http://schemas.microsoft.com/office/drawing/2014/chartex'],
  v: ['urn:schemas-microsoft-com:vml'],
  rel: ['http://schemas.openxmlformats.org/package/2006/relationships'],
}
const prefixByNamespace = new Map(Object.entries(prefixes).flatMap(([prefix, names]) => names.map((name) => [name, prefix] as const)))

/** The prefixes that are declared at an element, and the names that were resolved with them. */
type Scope = { readonly declared: ReadonlyMap<string, string>; readonly resolved: Map<string, string>; readonly depth: number }

function resolveName(name: string, { declared, resolved }: Scope, isAttribute: boolean): string {
  const key = isAttribute ? `@${name}` : name
  const known = resolved.get(key)
  if (known !== undefined) return known
  const colon = name.indexOf(':')
  // An attribute without a prefix is in no namespace.
  const namespace = colon === -1 && isAttribute ? undefined : declared.get(name.slice(0, Math.max(colon, 0)))
  const prefix = namespace === undefined ? undefined : prefixByNamespace.get(namespace)
  const result = prefix === undefined ? name : `${prefix}:${name.slice(colon + 1)}`
  resolved.set(key, result)
  return result
}

function openScope(outer: Scope, attributes: Readonly<Record<string, string>>, depth: number): Scope {
  const declared = new Map(outer.declared)
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'xmlns') declared.set('', value)
    else if (name.startsWith('xmlns:')) declared.set(name.slice(6), value)
  }
  return { declared, resolved: new Map(), depth }
}

/** Most elements of a long table have none. */
const noAttributes: Readonly<Record<string, string>> = {}
const noChildren: XmlNode[] = []

function resolveAttributes(attributes: Readonly<Record<string, string>>, scope: Scope): Readonly<Record<string, string>> {
  const resolved: Record<string, string> = {}
  for (const [name, value] of Object.entries(attributes)) resolved[resolveName(name, scope, true)] = value
  return resolved
}

type XmlHandlers = {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text: (text: string) => void
  readonly close: () => void
  /** What is read over with all that is in it. */
  readonly ignored?: ReadonlySet<string>
}

/**
 * Returns a parser to write text to. `end` returns whether the text is whole: a part that is cut off is read as far as it goes. Throws
 * `FILE_NESTED_TOO_DEEPLY`.
 */
function createXmlParser({ open, text, close, ignored }: XmlHandlers) {
  let scope: Scope = { declared: new Map(), resolved: new Map(), depth: 0 }
  const outerScopes: Scope[] = []
  let depth = 0
  let ignoredFrom = 0
  const parser = new Parser(
    {
      onopentag(rawName, attributes) {
        depth += 1
        if (depth > limits.htmlDepth) throw new DocumentRefusal('FILE_NESTED_TOO_DEEPLY')
        if (ignoredFrom > 0) return
        const names = Object.keys(attributes)
        if (names.some((name) => name.startsWith('xmlns'))) {
          outerScopes.push(scope)
          scope = openScope(scope, attributes, depth)
        }
        const name = resolveName(rawName, scope, false)
        if (ignored?.has(name)) {
          ignoredFrom = depth
          return
        }
        open(name, names.length === 0 ? noAttributes : resolveAttributes(attributes, scope))
      },
      ontext(data) {
        if (ignoredFrom === 0) text(data)
      },
      onclosetag() {
        if (ignoredFrom === 0) close()
        else if (ignoredFrom === depth) ignoredFrom = 0
        if (scope.depth === depth && depth > 0) scope = outerScopes.pop() ?? scope
        depth -= 1
      },
    },
    { xmlMode: true },
  )
  return {
    write: (chunk: string) => parser.write(chunk),
    end(): boolean {
      const isWhole = depth === 0
      parser.end()
      return isWhole
    },
  }
}

export type TreeOptions = {
  /** The elements that become trees, outermost first; the root when it is missing. */
  readonly wanted?: ReadonlySet<string>
  readonly ignored?: ReadonlySet<string>
}

/** Yields the wanted elements in their order, each with all that is in it, and returns whether the text was whole. */
export async function* readTrees(
  chunks: AsyncIterable<string>,
  { wanted, ignored }: TreeOptions = {},
): AsyncGenerator<XmlElement, boolean> {
  type Open = XmlElement & { children: XmlNode[] }
  const stack: Open[] = []
  let done: XmlElement[] = []
  function add(node: XmlNode) {
    const parent = stack.at(-1)
    if (!parent) return
    if (parent.children === noChildren) parent.children = [node]
    else parent.children.push(node)
  }
  const parser = createXmlParser({
    ...(ignored && { ignored }),
    open(name, attributes) {
      if (stack.length === 0 && wanted && !wanted.has(name)) return
      const element: Open = { name, attributes, children: noChildren }
      add(element)
      stack.push(element)
    },
    text: add,
    close() {
      const element = stack.pop()
      if (element && stack.length === 0) done.push(element)
    },
  })
  for await (const chunk of chunks) {
    parser.write(chunk)
    yield* done
    done = []
  }
  const isWhole = parser.end()
  yield* done
  return isWhole
}

/** Returns the name of the root; undefined for what has none. Reads no further. */
export async function readRootName(chunks: AsyncIterable<string>): Promise<string | undefined> {
  let root: string | undefined
  const parser = createXmlParser({
    open(name) {
      root ??= name
    },
    text: () => undefined,
    close: () => undefined,
  })
  for await (const chunk of chunks) {
    parser.write(chunk)
    if (root !== undefined) break
  }
  return root
}

const isElement = (node: XmlNode | undefined): node is XmlElement => typeof node === 'object'

export const childElements = ({ children }: XmlElement): XmlElement[] => children.filter(isElement)

export function findChild(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((node): node is XmlElement => isElement(node) && node.name === name)
}

/** Returns the elements of the name within an element, outermost first and without those in them. */
export function findAll(element: XmlElement, name: string): XmlElement[] {
  return childElements(element).flatMap((child) => (child.name === name ? [child] : findAll(child, name)))
}

/** Returns the attribute of a child: most properties are `<w:pStyle w:val="…"/>`. */
export const readValue = (element: XmlElement | undefined, name: string, attribute = 'w:val'): string | undefined =>
  findChild(element, name)?.attributes[attribute]

export const textContent = ({ children }: XmlElement): string =>
  children.map((node) => (isElement(node) ? textContent(node) : node)).join('')
