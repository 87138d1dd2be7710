/** What the plugins here read and write of a tree of Markdown. */
export type Node = {
  type: string
  value?: string
  identifier?: string
  label?: string
  url?: string
  children?: Node[]
  /** Of a paragraph: whether it has tags of HTML. */
  hasTag?: boolean
  data?: { hName?: string; hProperties?: Record<string, unknown>; hChildren?: { type: string; value?: string }[] }
}

export const text = (value: string): Node => ({ type: 'text', value })

/** An element of HTML with children that are Markdown. */
export const element = (hName: string, children: Node[], hProperties: Record<string, unknown> = {}): Node => ({
  type: 'element',
  data: { hName, hProperties },
  children,
})
