import { memo, useState } from 'react'
import { BlockSplitter } from './blocks.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { MarkdownBlock } from './MarkdownBlock.tsx'
import classes from './Markdown.module.css'

type MarkdownProps = {
  text: string
  /** More is coming: the last block is not complete. */
  isStreaming?: boolean
  lang?: string
}

/** A reply's text. While it grows, only its last blocks are parsed and rendered. */
export const Markdown = memo(function Markdown({ text, isStreaming = false, lang }: MarkdownProps) {
  const [splitter] = useState(() => new BlockSplitter())
  const { blocks, definitions } = splitter.split(text)
  return (
    <div className={classes.root} lang={lang}>
      {blocks.map((block, index) => {
        const isComplete = !isStreaming || index < blocks.length - 1
        return block.kind === 'code' ? (
          <CodeBlock key={index} code={block.code} language={block.language} isComplete={isComplete || block.isClosed} />
        ) : (
          <MarkdownBlock key={index} text={block.text} definitions={block.text.includes('[') ? definitions : ''} isComplete={isComplete} />
        )
      })}
    </div>
  )
})
