// The service extracts PDFs and plain text as plain text, and everything else as Markdown.
const plainTypes = new Set(['application/pdf', 'text/plain'])

/** Returns whether the extracted text of a file of this type is Markdown. */
export const isReadAsMarkdown = (mediaType: string) => !plainTypes.has(mediaType)

/** Returns whether what stands for pages in a file of this type are sheets. */
export const isWorkbook = (mediaType: string | null) => mediaType?.endsWith('spreadsheetml.sheet') ?? false
