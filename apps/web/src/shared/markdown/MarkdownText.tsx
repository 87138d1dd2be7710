import { type CSSProperties, useId, useState } from 'react'
import { BlockSplitter, listPieces, type MarkdownBlock, type SplitMarkdown } from '@heddle/markdown/blocks/blocks'
import { CodeBlock } from './code/CodeBlock.tsx'
import { DataTable } from './tables/DataTable.tsx'
import { type MarkdownExtension, noExtension } from './extension.ts'
import { FootnoteContext, Footnotes } from './Footnotes.tsx'
import { KeptResults } from './kept-results.ts'
import { MarkdownBlock as Block } from './MarkdownBlock.tsx'
import classes from './Markdown.module.css'
import { numberFootnotes } from '@heddle/markdown/number-footnotes'
import { TablePartContext } from './tables/table-part.tsx'

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
  const split = useBlocks(text, isStreaming)
  const { definitions: positions, notes } = numberFootnotes(split)
  const { blocks, definitions, maxDigits } = split
  return (
    <FootnoteContext value={`reply-${useId()}`}>
      <div
        className={classes.root}
        data-markdown
        lang={lang}
        style={maxDigits > 2 ? ({ '--digits': maxDigits } as CSSProperties) : undefined}
      >
        {blocks.map((block, index) => (
          <ReplyBlock
            key={index}
            block={block}
            definitions={definitions}
            positions={positions[index] ?? noPositions}
            isComplete={!isStreaming || index < blocks.length - 1}
            extension={extension}
          />
        ))}
        {notes.length > 0 && (
          <Footnotes
            notes={notes.map((note) => ({
              number: note.number,
              content: (
                <Block
                  text={note.text}
                  definitions={findDefinitions(note.text, definitions)}
                  isComplete={!isStreaming}
                  extension={extension}
                />
              ),
            }))}
          />
        )}
      </div>
    </FootnoteContext>
  )
}

const noPositions: readonly string[] = []

/** What a text with a bracket may refer to, and the numbers of the notes that it names. */
const findDefinitions = (text: string, definitions: string, positions = '') =>
  text.includes('[') ? [definitions, positions].filter(Boolean).join('\n\n') : ''

type ReplyBlockProps = {
  block: MarkdownBlock
  definitions: string
  positions: readonly string[]
  isComplete: boolean
  extension: MarkdownExtension
}

function ReplyBlock({ block, definitions, positions, isComplete, extension }: ReplyBlockProps) {
  switch (block.kind) {
    case 'code':
      return <CodeBlock code={block.code} language={block.language} isComplete={isComplete || block.isClosed} />
    case 'plain':
      return <div className={classes.plain}>{block.text}</div>
    case 'markdown':
      return (
        <Block
          text={block.text}
          definitions={findDefinitions(block.text, definitions, positions[0])}
          isComplete={isComplete}
          extension={extension}
        />
      )
    case 'table':
      return (
        <DataTable>
          {listPieces(block).map((piece, index) => (
            <TablePartContext key={index} value={index === 0 ? 'first' : 'further'}>
              <Block
                text={piece}
                definitions={findDefinitions(piece, definitions, positions[index])}
                isComplete={isComplete || index < block.groups.length - 1}
                extension={extension}
              />
            </TablePartContext>
          ))}
        </DataTable>
      )
  }
}
