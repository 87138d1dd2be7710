import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Language } from '../languages.ts'
import { schemaIds } from '../schema-ids.ts'

/** A chapter of the help that the site has added, in one language. */
export const SiteChapter = z.object({
  /** The name of its file; that of a chapter of the product replaces it. */
  id: z.string(),
  language: Language,
  /** Markdown, whose first line is the title. */
  markdown: z.string(),
})
export type SiteChapter = z.infer<typeof SiteChapter>
schemaIds.add(SiteChapter, { id: 'SiteChapter' })

export const listSiteChapters = {
  method: 'GET',
  url: '/api/v1/help/chapter',
  schema: {
    summary: 'The chapters of the help that the site has added, in all their languages',
    response: { 200: z.object({ chapters: z.array(SiteChapter) }) },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint
