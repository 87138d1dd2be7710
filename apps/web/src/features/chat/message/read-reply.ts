import type { Message } from '@heddle/contracts/message/message'
import { renumberCitations } from '@heddle/text/citation/citation-numbers'
import type { CopiedText } from '#shared/clipboard.ts'
import { copyContent, toPlainHtml } from '#shared/markdown/plain-html.ts'

/** Returns a reply to be copied: its Markdown, and the HTML of what is drawn of it, where it is drawn. */
export function readReply({ id, content, sources }: Message): CopiedText {
  // The texts of its thought process are before it.
  const drawn = [...document.querySelectorAll(`[data-message="${CSS.escape(id)}"] [data-markdown]`)].at(-1)
  return { text: renumberCitations(content, sources), html: drawn && toPlainHtml(copyContent(drawn)) }
}
