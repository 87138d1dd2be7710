import type { Block } from '@heddle/retrieval/passage/block'
import type { ReadingSettings } from '@heddle/contracts/document/reading'
import { decodeText } from './decode-text.ts'
import { replaceEmbeddedPictures } from './embedded-pictures.ts'
import { createFindings } from '../findings.ts'
import { type ReadPart, toSinglePart } from '../read-part.ts'
import { findMarkdownBlocks, findTextBlocks } from './text-blocks.ts'

type Format = { readonly clean: (text: string) => string; readonly findBlocks: (text: string) => Block[] }

const createReader =
  ({ clean, findBlocks }: Format) =>
  (bytes: Buffer, settings: ReadingSettings): ReadPart => {
    const findings = createFindings()
    const text = clean(decodeText(bytes, settings, findings))
    return { ...toSinglePart(text, findBlocks), findings: findings.list() }
  }

export const readText = createReader({ clean: (text) => text, findBlocks: findTextBlocks })

export const readMarkdown = createReader({ clean: replaceEmbeddedPictures, findBlocks: findMarkdownBlocks })
