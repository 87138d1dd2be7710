import { errorCodes } from '@heddle/contracts/errors'
import { defaultLanguage, languages } from '@heddle/contracts/languages'
import { describe, expect, test } from 'vitest'
import { rejectedTerms } from './rejected-terms.ts'

type Tree = { [key: string]: string | Tree }

const files = import.meta.glob<Tree>('./locales/*/*.json', { eager: true, import: 'default' })
const writtenTexts = import.meta.glob<string>('./locales/*/*.json', { eager: true, query: '?raw', import: 'default' })
/** Those of the server are a namespace too, with one file a language. */
const words = import.meta.glob<Tree>('../../../../packages/words/{zhHant,en,ja,th,vi}.json', { eager: true, import: 'default' })
const sources = Object.values({
  ...import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!./rejected-terms.ts'], {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
  ...import.meta.glob<string>(
    ['../../../api/src/modules/**/*.ts', '../../../../packages/{table,workflow}/src/**/*.ts', '!**/*.test.ts', '!**/testing/**'],
    { eager: true, query: '?raw', import: 'default' },
  ),
}).join('\n')

const flatten = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  )
const readCatalogue = (language: string, namespace: string) =>
  new Map(
    flatten(
      (namespace === 'words' ? words[`../../../../packages/words/${language}.json`] : files[`./locales/${language}/${namespace}.json`]) ??
        {},
    ),
  )
const namespaces = Object.keys(files)
  .filter((file) => file.startsWith('./locales/en/'))
  .map((file) => file.replace(/^.*\/(\w+)\.json$/, '$1'))
  .concat('words')

const listTexts = (language: string) =>
  namespaces.flatMap((namespace) =>
    [...readCatalogue(language, namespace)].map(([key, text]): [key: string, text: string] => [`${namespace}:${key}`, text]),
  )

// Languages differ in their plural forms; only the key before the form must exist.
const withoutPlural = (key: string) => key.replace(/_(?:zero|one|two|few|many|other)$/, '')
const variables = (text: string) => Object.fromEntries([...text.matchAll(/\{\{\s*-?\s*(\w+)/g)].map((match) => [match[1], true]))
const variablesByKey = (texts: Map<string, string>) => new Map([...texts].map(([key, text]) => [withoutPlural(key), variables(text)]))

const literals = new Set([...sources.matchAll(/['"`](?:\w+:)?([\w.]+)['"`]/g)].map((match) => match[1]))
const prefixes = [...sources.matchAll(/(?:`(?:\w+:)?([\w.]+\.)\$\{)|'([\w.]+\.)'/g)].map((match) => match[1] ?? match[2] ?? '')

describe.each(namespaces)('the catalogue "%s"', (namespace) => {
  const english = readCatalogue('en', namespace)

  test.each(languages)('is complete in %s, with the same variables', (language) => {
    const texts = readCatalogue(language, namespace)
    expect(Object.fromEntries(variablesByKey(texts))).toEqual(Object.fromEntries(variablesByKey(english)))
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test('has no unused key', () => {
    const unused = [...english.keys()]
      .map(withoutPlural)
      .filter((key) => !literals.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)))
    expect(unused).toEqual([])
  })
})

test('no catalogue has a key twice', () => {
  const twice = Object.entries(writtenTexts).filter(([, text]) => JSON.stringify(JSON.parse(text), null, 2) !== text.trim())
  expect(twice.map(([file]) => file)).toEqual([])
})

test.each(languages)('every error code is translated in %s', (language) => {
  const texts = readCatalogue(language, 'errors')
  expect(errorCodes.filter((code) => !texts.has(`code.${code}`))).toEqual([])
})

test('no translation is still in English', () => {
  const remaining = languages
    .filter((language) => language !== 'en')
    .flatMap((language) =>
      namespaces.flatMap((namespace) => {
        const english = readCatalogue('en', namespace)
        return [...readCatalogue(language, namespace)]
          .filter(([key, text]) => text === english.get(key) && /[a-z]{3,} [a-z]{2,}/i.test(text.replace(/\{\{.*?\}\}/g, '')))
          .map(([key]) => `${language} ${namespace}:${key}`)
      }),
    )
  expect(remaining).toEqual([])
  expect(languages).toContain(defaultLanguage)
})

test.each(languages)('one concept has one name on every screen in %s', (language) => {
  const expert = readCatalogue(language, 'shell').get('menu.assistants')
  expect(readCatalogue(language, 'assistant').get('title')).toBe(expert)
  expect(readCatalogue(language, 'feedback').get('column.assistant')).toBe(expert)
  expect(readCatalogue(language, 'feedback').get('conversation.assistant')).toBe(expert)
  expect(readCatalogue(language, 'chat').get('page.unnamed')).toBe(readCatalogue(language, 'history').get('unnamed'))
})

test.each(languages)('what is taken home in %s is called as it is on the screen', (language) => {
  const [taken, chat, errors] = ['words', 'chat', 'errors'].map((namespace) => Object.fromEntries(readCatalogue(language, namespace)))
  expect(taken).toMatchObject({
    'export.unnamed': readCatalogue(language, 'history').get('unnamed'),
    'export.assistant': readCatalogue(language, 'shell').get('menu.assistants'),
    'export.reply': chat?.['message.reply'],
    'export.sources': chat?.['sources.title'],
    'export.unnamedSource': chat?.['sources.unnamed'],
  })
  // A list of Thai sources has a comma that a label on the screen has not.
  expect(taken?.['export.nameAtPage']?.replace(',', '')).toBe(chat?.['sources.nameAtPage']?.replace(',', ''))
  const reasons = Object.entries(taken ?? {}).filter(([key]) => key.startsWith('endReason.'))
  expect(reasons.length).toBeGreaterThan(0)
  for (const [key, text] of reasons) expect(text).toBe(errors?.[key.replace('endReason', 'code')])
})

test.each(languages)('the texts of the server in %s are in the order of their keys', (language) => {
  const keys = [...readCatalogue(language, 'words').keys()]
  expect(keys).toEqual(keys.toSorted())
})

const withoutVariables = (text: string) => text.replaceAll(/\{\{.*?\}\}/g, '{{}}')
// A half-width bracket or comma next to a full-width character; Japanese mixes Hiragana and Katakana with Han.
const cjk = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。、，「」（）]`
const halfWidthMark = new RegExp(String.raw`${cjk}\s*[()]|[()]\s*${cjk}|${cjk},|,\s*${cjk}`, 'u')
// Thai separates sentences with a space, and uses half-width brackets.
const fullWidthLanguages = new Set<string>(['zhHant', 'ja'])

test.each(languages)('no text in %s has white space around it or half-width marks in full-width text', (language) => {
  const wrong = listTexts(language).filter(
    ([, text]) => text !== text.trim() || (fullWidthLanguages.has(language) && halfWidthMark.test(withoutVariables(text))),
  )
  expect(wrong).toEqual([])
})

test('every amount in English has a singular', () => {
  const wrong = namespaces.flatMap((namespace) => {
    const texts = readCatalogue('en', namespace)
    return [...texts]
      .filter(
        ([key, text]) =>
          /\{\{(?:count|amount|total)\}\} (?!tokens)(?:\w+ )?[a-z]+s\b/.test(text) && !texts.has(key.replace(/_other$/, '_one')),
      )
      .map(([key, text]) => `${namespace}:${key} ${text}`)
  })
  expect(wrong).toEqual([])
})

const contains = (text: string, pattern: string | RegExp) =>
  typeof pattern === 'string' ? text.toLowerCase().includes(pattern.toLowerCase()) : pattern.test(text)

test.each(languages)('no text in %s uses a rejected term', (language) => {
  const found = listTexts(language).flatMap(([key, text]) =>
    rejectedTerms[language]
      .filter(({ pattern, except }) => contains(text, pattern) && !except?.includes(key))
      .map(({ pattern, use }) => `${key} says ${pattern} instead of ${use}: ${text}`),
  )
  expect(found).toEqual([])
})
