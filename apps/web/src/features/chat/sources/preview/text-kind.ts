import type { MessageSource } from '@heddle/contracts/message'

// The service reads the text of PDFs and of plain text as it stands, and everything else as Markdown.
const plainTypes = new Set(['application/pdf', 'text/plain'])

/** Whether what was read of a file of this type is Markdown. */
export const isReadAsMarkdown = (mediaType: string) => !plainTypes.has(mediaType)

/** Whether a passage is Markdown. The file may be gone; its name is left. */
export const isMarkdownPassage = ({ file, title }: Pick<MessageSource, 'file' | 'title'>) =>
  file ? isReadAsMarkdown(file.media_type) : !/\.(?:pdf|txt)$/i.test(title ?? '')
