// The chapters of the help that a site adds: Markdown files in one folder for each language.
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { SiteChapter } from '@heddle/contracts/help/help'
import { type Language, languages } from '@heddle/contracts/languages'
import { limits } from '@heddle/contracts/limits'
import type { FastifyBaseLogger } from 'fastify'

const chapterFile = /^([a-z0-9][a-z0-9-]{0,63})\.md$/

/**
 * Returns the chapters of a folder, in the order of their names. A file is left out, with a warning, that lies outside of the folder
 * (by a symbolic link), is no regular file, is too large or is not UTF-8. A missing folder has no chapters.
 */
export async function readSiteChapters(folder: string, log: Pick<FastifyBaseLogger, 'warn'>): Promise<SiteChapter[]> {
  const root = await realpath(folder).catch(() => null)
  if (root === null) {
    log.warn({ folder }, 'The folder of the help could not be read')
    return []
  }
  const chapters: SiteChapter[] = []
  for (const language of languages) {
    for (const { id, name } of await listChapterFiles(join(root, language))) {
      try {
        chapters.push({ id, language, markdown: await readChapter(root, language, name) })
      } catch (error) {
        log.warn({ language, name, reason: error instanceof Error ? error.message : '' }, 'A chapter of the help could not be read')
      }
    }
  }
  return chapters
}

async function listChapterFiles(folder: string) {
  const names = await readdir(folder).catch((): string[] => [])
  return names
    .flatMap((name) => {
      const id = chapterFile.exec(name)?.[1]
      return id === undefined ? [] : [{ id, name }]
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, limits.siteChapters)
}

/** Follows links within the folder: a volume of a container may consist of them. */
async function readChapter(root: string, language: Language, name: string): Promise<string> {
  const path = await realpath(join(root, language, name))
  if (!path.startsWith(root + sep)) throw new Error('It lies outside of the folder')
  const file = await stat(path)
  if (!file.isFile()) throw new Error('It is no file')
  if (file.size > limits.siteChapterBytes) throw new Error('It is too large')
  return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
}
