import type { Extension } from 'micromark-util-types'
import { createBareAddresses } from './bare-address.ts'
import { createEmphasis } from './emphasis.ts'

const extension: Extension = {
  text: { ...createEmphasis().text, ...createBareAddresses().text },
  // HTML has no blocks of its own: what is drawn of it lies in paragraphs, and the rest is shown as text with what is around it.
  disable: { null: ['htmlFlow'] },
}

type Parser = { data: () => { micromarkExtensions?: unknown[] } }

/** A remark plugin, behind that of GFM: reads Markdown as replies in five languages are written. */
export function replySyntax(this: Parser): void {
  const data = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), extension]
}
