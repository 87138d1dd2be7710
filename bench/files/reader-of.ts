// The confined reader of a checkout of this repository: this one, or that of another commit.
import type { FileMediaType } from '@heddle/contracts/chat/chat-file'
import type { FindingKind } from '@heddle/contracts/document/reading'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CorpusFile } from '../../apps/api/test/corpus/corpus-file.ts'
import type { Reading } from '../../apps/api/test/corpus/score.ts'

/** What all commits have of it; findings came later. */
type BlockReader = {
  readonly readBlocks: (
    file: { readonly path: string; readonly mediaType: FileMediaType; readonly ocrDataDir?: string | undefined },
    signal: AbortSignal,
  ) => Promise<{
    readonly pages: readonly { readonly label: string | null; readonly text: string }[]
    readonly findings?: readonly { readonly kind: FindingKind }[]
  }>
}

type Builds = { readonly buildReader: () => Promise<void> }

export type CorpusFileOnDisk = CorpusFile & { readonly path: string }

export type MeasuredFile = { readonly path: string; readonly mediaType: FileMediaType; readonly ocrDataDir?: string | undefined }

/** Returns the reading, or the code of the refusal. */
export type ReadFile = (file: MeasuredFile) => Promise<Reading | { readonly refusal: string }>

/** Older commits run their reader as it is written. */
async function buildReaderOf(root: string) {
  const builds = join(root, 'scripts/starting/builds.ts')
  if (existsSync(builds)) await ((await import(pathToFileURL(builds).href)) as Builds).buildReader()
}

export async function loadReader(root: string): Promise<ReadFile> {
  await buildReaderOf(root)
  const { readBlocks } = (await import(pathToFileURL(join(root, 'apps/api/src/platform/documents/block-reader.ts')).href)) as BlockReader
  const { signal } = new AbortController()
  return async (file) => {
    try {
      const { pages, findings = [] } = await readBlocks(file, signal)
      const text = pages.map((page) => (page.label === null ? page.text : `${page.label}\n\n${page.text}`)).join('\n\n')
      return { text, findings: findings.map(({ kind }) => kind) }
    } catch (error) {
      const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
      if (typeof code !== 'string') throw error
      return { refusal: code }
    }
  }
}
