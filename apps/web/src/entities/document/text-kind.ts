// The service reads the text of PDFs and of plain text as it stands, and everything else as Markdown.
const plainTypes = new Set(['application/pdf', 'text/plain'])

/** Whether what was read of a file of this type is Markdown. */
export const isReadAsMarkdown = (mediaType: string) => !plainTypes.has(mediaType)
