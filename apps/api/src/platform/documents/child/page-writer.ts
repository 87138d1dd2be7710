// Writes the texts of pages block by block, so that each block knows which characters of its page it is.
import { limits } from '@heddle/contracts/limits'
import type { Block } from '@heddle/retrieval/passage/block'
import { cleanText } from './clean-text.ts'
import type { ReadPart } from './read-part.ts'
import { DocumentRefusal } from './refusal.ts'

type WrittenBlock = Omit<Block, 'spans'> & {
  /** What stands before it in the text of the page, and is not of the block. */
  readonly mark?: string
}

export type PageWriter = ReturnType<typeof createPageWriter>

export function createPageWriter() {
  const pages: { label: string | null; text: string }[] = []
  const blocks: Block[] = []
  let characters = 0

  return {
    startPage(label: string | null = null) {
      pages.push({ label, text: '' })
    },
    /** Adds a block behind an empty line; one without text is left out. Throws `FILE_TOO_MANY_PAGES` beyond the text that a file may have. */
    write({ mark = '', ...block }: WrittenBlock) {
      const page = pages.at(-1)
      const text = cleanText(block.text)
      if (!page || text === '') return
      characters += text.length
      if (characters > limits.fileTextCharacters) throw new DocumentRefusal('FILE_TOO_MANY_PAGES')
      page.text += `${page.text && '\n\n'}${mark}`
      const from = page.text.length
      page.text += text
      blocks.push({ ...block, text, spans: [{ at: 0, page: pages.length, from, to: page.text.length }] })
    },
    /** Adds a block that is not in the text of the page. */
    addBeside(block: Omit<Block, 'spans'>) {
      blocks.push({ ...block, text: cleanText(block.text), spans: [] })
    },
    /** Whether the current page has any text. */
    hasText: () => (pages.at(-1)?.text ?? '') !== '',
    end: (isPaged: boolean): ReadPart => ({ isPaged, pages, findBlocks: () => blocks }),
  }
}
