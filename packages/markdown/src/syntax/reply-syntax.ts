import type { Extension } from 'micromark-util-types'
import { createBareAddresses } from './bare-address.ts'
import { createEmphasis } from './emphasis.ts'
import { markFootnotes } from './footnote-marks.ts'
import { drawReplyTree } from './reply-tree.ts'
import type { Node } from './tree.ts'

const extension: Extension = {
  text: { ...createEmphasis().text, ...createBareAddresses().text },
  // HTML has no blocks of its own: what is drawn of it lies in paragraphs, and the rest is shown as text with what is around it.
  // Addresses have our limits alone.
  disable: { null: ['htmlFlow', 'protocolAutolink', 'wwwAutolink'] },
}

type Parser = { data: () => { micromarkExtensions?: unknown[] } }

/** A remark plugin, behind that of GFM: reads Markdown as replies in five languages are written, and makes its tree what is drawn. */
export function replySyntax(this: unknown, { isGrowing }: { isGrowing: boolean }) {
  // oxlint-disable-next-line no-this-in-exported-function -- A plugin is called on the processor that it changes.
  const data = (this as Parser).data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), extension]
  return (tree: Node, file: { value: unknown }): void => {
    if (String(file.value).includes('[^')) markFootnotes(tree)
    drawReplyTree(tree, isGrowing)
  }
}
