import { languages, type Language } from '@heddle/contracts/languages'
import { describe, expect, test } from 'vitest'
import { rejectedTerms } from '#i18n/rejected-terms.ts'
import { listParagraphs } from './chapter.ts'
import { chapterIds } from './chapter-ids.ts'
import { loadChapters } from './load-chapters.ts'
import { createChapterSearch } from './search-chapters.ts'

type Tree = { readonly [key: string]: string | Tree }

const catalogues = import.meta.glob<Tree>('../../i18n/locales/*/*.json', { eager: true, import: 'default' })
const files = import.meta.glob('./chapters/*/*.md')

const listValues = (tree: Tree): string[] =>
  Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : listValues(value)))
const listLabels = (language: Language) =>
  new Set(Object.entries(catalogues).flatMap(([path, tree]) => (path.includes(`/locales/${language}/`) ? listValues(tree) : [])))

/** Returns the chapters that a user finds who is no administrator. */
async function findIds(language: Language, question: string) {
  const chapters = (await loadChapters(language)).filter(({ audience }) => audience === 'everyone')
  return createChapterSearch(chapters)(question).map(({ chapter }) => chapter.id)
}

describe.each(languages)('the chapters in %s', (language) => {
  test('are those of the list, each with a title and a text', async () => {
    const ids = Object.values(chapterIds).flat()
    const named = Object.keys(files).filter((path) => path.startsWith(`./chapters/${language}/`))
    expect(named.toSorted()).toEqual(ids.map((id) => `./chapters/${language}/${id}.md`).toSorted())
    const chapters = await loadChapters(language)
    expect(chapters.filter(({ title, body }) => title === '' || body.length < 100)).toEqual([])
  })

  test('have the headings of the English ones', async () => {
    const count = async (each: Language) => (await loadChapters(each)).map(({ id, body }) => [id, body.match(/^## /gm)?.length])
    expect(await count(language)).toEqual(await count('en'))
  })

  test('name in bold what a screen says, word for word', async () => {
    const labels = listLabels(language)
    const wrong = (await loadChapters(language)).flatMap(({ id, body }) =>
      [...body.matchAll(/\*\*(.+?)\*\*/g)].filter(([, label = '']) => !labels.has(label)).map(([text]) => `${id}: ${text}`),
    )
    expect(wrong).toEqual([])
  })

  test('link only to chapters', async () => {
    const chapters = await loadChapters(language)
    const wrong = chapters.flatMap(({ id, body }) =>
      [...body.matchAll(/(?<!!)\[[^\]]*\]\(([^)]*)\)/g)]
        .filter(([, target]) => !chapters.some((chapter) => `${chapter.id}.md` === target))
        .map(([text]) => `${id}: ${text}`),
    )
    expect(wrong).toEqual([])
  })

  test('use no rejected term', async () => {
    const wrong = (await loadChapters(language)).flatMap((chapter) =>
      [chapter.title, ...listParagraphs(chapter)].flatMap((text) =>
        rejectedTerms[language]
          .filter(({ pattern }) => (typeof pattern === 'string' ? text.toLowerCase().includes(pattern.toLowerCase()) : pattern.test(text)))
          .map(({ pattern, use }) => `${chapter.id} says ${pattern} instead of ${use}: ${text}`),
      ),
    )
    expect(wrong).toEqual([])
  })
})

describe('the search in the help', () => {
  test.each([
    ['zhHant', '檔案', 'files'],
    ['en', 'files', 'files'],
    ['ja', 'ファイル', 'files'],
    ['th', 'ไฟล์', 'files'],
    ['vi', 'tệp', 'files'],
    ['zhHant', '分享', 'sharing'],
    ['ja', '利用上限', 'limits'],
    ['th', 'แชร์', 'sharing'],
    ['vi', 'chia sẻ', 'sharing'],
    ['en', 'who can see my chats', 'privacy'],
  ] as const)('finds in %s by "%s" the chapter "%s" first', async (language, question, chapter) => {
    expect((await findIds(language, question))[0]).toBe(chapter)
  })

  test('finds a word that is still being typed, and none by letters that begin no word', async () => {
    expect((await findIds('en', 'shortc'))[0]).toBe('keyboard')
    expect(await findIds('en', 'xyzzy')).toEqual([])
  })

  test('shows the paragraph that has the word', async () => {
    const [found] = createChapterSearch(await loadChapters('en'))('retention')
    expect(found?.excerpt).toContain('retention')
  })
})
