import type { Components, Options } from 'react-markdown'

/**
 * What a feature adds to the reading of Markdown, such as the numbers that cite a source. It is a constant of its module: what was
 * read with it is kept by it. `rehype` runs on the clean tree, so that what it adds is trusted.
 */
export type MarkdownExtension = {
  readonly remark?: NonNullable<Options['remarkPlugins']>
  readonly rehype?: NonNullable<Options['rehypePlugins']>
  readonly components?: Components
}

export const noExtension: MarkdownExtension = {}
