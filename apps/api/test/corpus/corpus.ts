// Files of every accepted format in every language, with what is right to read of each.
import { acceptedFileTypes } from '@heddle/contracts/chat/chat-file'
import { type Language, languages } from '@heddle/contracts/languages'
import type { CorpusFile, FileKind } from './corpus-file.ts'
import { pdfKinds } from './pdf-files.ts'
import { pictureKinds } from './picture-files.ts'
import { plainKinds } from './plain-files.ts'
import { reports } from './reports.ts'
import { sheetKinds } from './sheet-files.ts'
import { slideKinds } from './slide-files.ts'
import { webKinds } from './web-files.ts'
import { wordKinds } from './word-files.ts'

export const fileKinds: readonly FileKind[] = [
  ...plainKinds,
  ...webKinds,
  ...wordKinds,
  ...slideKinds,
  ...sheetKinds,
  ...pdfKinds,
  ...pictureKinds,
]

/** Returns the file of a kind in a language; null where there is none. */
export async function makeFile(kind: FileKind, language: Language): Promise<CorpusFile | null> {
  const made = await kind.make(reports[language], language)
  if (!made) return null
  const { name, mediaType, isRecognized = false } = kind
  const [format] = acceptedFileTypes[mediaType]
  return {
    name: `${name}, ${language}`,
    format,
    language,
    mediaType,
    isRecognized,
    expected: made.expected,
    content: Buffer.from(made.content),
  }
}

/** Makes all of them; quick, each kind in two languages, which change from kind to kind. */
export async function makeCorpus(isQuick = false): Promise<CorpusFile[]> {
  const files: CorpusFile[] = []
  for (const [index, kind] of fileKinds.entries()) {
    let count = 0
    for (let offset = 0; offset < languages.length && (!isQuick || count < 2); offset += 1) {
      // One after the other: some are large before they are packed.
      const file = await makeFile(kind, languages[(index + 2 * offset) % languages.length] ?? 'en')
      if (!file) continue
      files.push(file)
      count += 1
    }
  }
  return files
}
