// What is called something on the screen is called the same in what is taken home.
import { readFile } from 'node:fs/promises'
import { type Language, languages } from '@heddle/contracts/languages'
import { describe, expect, test } from 'vitest'
import { endReasons } from './end-reasons.ts'
import { exportWords } from './export-words.ts'

const locales = new URL('../../../../../web/src/i18n/locales/', import.meta.url)
const textsOf = async (language: Language, namespace: string) =>
  JSON.parse(await readFile(new URL(`${language}/${namespace}.json`, locales), 'utf8'))

describe.each(languages)('the words of an export in %s', (language) => {
  const words = exportWords[language]

  test('are those of the screen', async () => {
    const [chat, history, shell] = await Promise.all(['chat', 'history', 'shell'].map((namespace) => textsOf(language, namespace)))
    expect(words).toMatchObject({
      unnamed: history.unnamed,
      assistant: shell.menu.assistants,
      reply: chat.message.reply,
      sources: chat.sources.title,
      unnamedSource: chat.sources.unnamed,
    })
    const { code } = await textsOf(language, 'errors')
    expect(code).toMatchObject(endReasons[language])
    expect(chat.sources.nameAtPage.replace('{{page}}', '3')).toMatch(new RegExp(`${words.page(3)}$`))
  })
})
