import { useState } from 'react'
import { BlockSplitter, type SplitMarkdown } from './blocks.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { type MarkdownExtension, noExtension } from './extension.ts'
import { KeptResults } from './kept-results.ts'
import { MarkdownBlock } from './MarkdownBlock.tsx'
import classes from './Markdown.module.css'

export type MarkdownTextProps = {
  text: string
  /** More is coming: the last block is not complete. */
  isStreaming?: boolean
  lang?: string
  extension?: MarkdownExtension
}

const kept = new KeptResults<SplitMarkdown>(400_000)
const splitting = [BlockSplitter]

/** The blocks of a text. While it grows, only what is new of it is looked at; finished, it is split once however often it is shown. */
function useBlocks(text: string, isStreaming: boolean): SplitMarkdown {
  const [splitter] = useState(() => new BlockSplitter())
  return isStreaming || splitter.hasBegun ? splitter.split(text) : kept.get(splitting, text, () => new BlockSplitter().split(text))
}

export function MarkdownText({ text, isStreaming = false, lang, extension = noExtension }: MarkdownTextProps) {
  const { blocks, definitions } = useBlocks(text, isStreaming)
  return (
    <div className={classes.root} lang={lang}>
      {blocks.map((block, index) => {
        const isComplete = !isStreaming || index < blocks.length - 1
        switch (block.kind) {
          case 'code':
            return <CodeBlock key={index} code={block.code} language={block.language} isComplete={isComplete || block.isClosed} />
          case 'plain':
            return (
              <div key={index} className={classes.plain}>
                {block.text}
              </div>
            )
          case 'markdown':
            return (
              <MarkdownBlock
                key={index}
                text={block.text}
                definitions={block.text.includes('[') ? definitions : ''}
                isComplete={isComplete}
                extension={extension}
              />
            )
        }
      })}
    </div>
  )
}
