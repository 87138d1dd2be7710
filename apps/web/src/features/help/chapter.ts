export type Audience = 'everyone' | 'administrators' | 'site'

export type Chapter = {
  readonly id: string
  readonly audience: Audience
  readonly title: string
  /** Markdown, without the title. */
  readonly body: string
}

/** Reads a chapter, whose first line is its title. */
export function readChapter(id: string, audience: Audience, markdown: string): Chapter {
  const [, title = id, body = ''] = /^#\s+(.+)\n([^]*)$/.exec(markdown.trim()) ?? []
  return { id, audience, title, body: body.trim() }
}

const paragraphs = /\n{2,}/
const marks = /!\[[^\]]*\]\([^)]*\)|\[([^\]]*)\]\([^)]*\)|\*\*|^(?:#+|-|\d+\.)\s+/gm

/** Returns the texts of a chapter's paragraphs as they are read, without the marks of Markdown. */
export const listParagraphs = ({ body }: Chapter): string[] =>
  body
    .split(paragraphs)
    .map((paragraph) => paragraph.replaceAll(marks, '$1').replaceAll('\n', ' ').trim())
    .filter((paragraph) => paragraph !== '')
