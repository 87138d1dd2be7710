// The libraries of the reader that are not in its bundle: they find files beside themselves, or are loaded only when they are needed.
import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Returns the folder of a library as a program in `from` finds it, and the one that this leads to. */
function findLibrary(name: string, from: string): readonly [link: string, folder: string] {
  const link = createRequire(join(from, 'x.js'))
    .resolve.paths(name)
    ?.map((path) => join(path, name))
    .find(existsSync)
  if (link === undefined) throw new Error(`The library ${name} is not installed`)
  return [link, realpathSync(link)]
}

const text = findLibrary('@heddle/text', import.meta.dirname)
const iconv = findLibrary('iconv-lite', import.meta.dirname)

/** The tables of pdf.js, the program of Tesseract, the encodings of texts, and what counts tokens with its table. */
export const readerLibraries: readonly string[] = [
  ...findLibrary('pdfjs-dist', import.meta.dirname),
  ...findLibrary('tesseract.js-core', import.meta.dirname),
  ...iconv,
  ...findLibrary('safer-buffer', iconv[1]),
  ...text,
  // Its link is in the folder before.
  findLibrary('gpt-tokenizer', text[1])[1],
]
