// The marks of footnotes. The notes of a reply are drawn once, below all of its blocks; a block only gets the numbers of those that it
// names, as definitions: `[^label]: 3-1` is the second mark of note 3.
import type { Node } from './tree.ts'
import { text } from './tree.ts'

const position = /^(\d+)-(\d+)$/

/** Writes the definition by which a block knows the number of a note. */
export const writePosition = (label: string, number: number, before: number): string => `[^${label}]: ${number}-${before}`

/** Replaces the references of a block by their numbers; a note that is no position stays where it was written. */
export function markFootnotes(tree: Node): void {
  const positions = new Map<string, { number: string; count: number }>()
  const takePositions = (node: Node) => {
    node.children = node.children?.flatMap((child) => {
      if (child.type !== 'footnoteDefinition') {
        takePositions(child)
        return [child]
      }
      const [, number, before] = position.exec(child.children?.[0]?.children?.[0]?.value ?? '') ?? []
      if (number === undefined) return showAsWritten(child)
      if (!positions.has(child.identifier ?? '')) positions.set(child.identifier ?? '', { number, count: Number(before) })
      return []
    })
  }
  const mark = (node: Node) => {
    node.children = node.children?.map((child) => {
      if (child.type !== 'footnoteReference') {
        mark(child)
        return child
      }
      const known = positions.get(child.identifier ?? '')
      return known ? createMark(known.number, known.count++) : text(`[^${child.label ?? child.identifier ?? ''}]`)
    })
  }
  takePositions(tree)
  mark(tree)
}

function showAsWritten({ label = '', children = [] }: Node): Node[] {
  const [first, ...rest] = children
  const opening = text(`[^${label}]: `)
  if (first?.type !== 'paragraph') return [{ type: 'paragraph', children: [opening] }, ...children]
  return [{ ...first, children: [opening, ...(first.children ?? [])] }, ...rest]
}

const createMark = (number: string, count: number): Node => ({
  type: 'element',
  data: { hName: 'sup' },
  children: [
    {
      type: 'element',
      data: { hName: 'a', hProperties: { dataFootnoteRef: `${number}-${count}` } },
      children: [text(number)],
    },
  ],
})
