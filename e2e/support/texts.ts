// The texts of the interface, from the application's catalogues, so that no test repeats them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languageTags } from '@heddle/contracts/languages'
import { root } from '../../scripts/processes/program.ts'

type Catalogue = { readonly [key: string]: string | Catalogue }

const catalogues = new Map<string, Catalogue>()

function readCatalogue(language: Language, namespace: string): Catalogue {
  const path = join(root, 'apps/web/src/i18n/locales', language, `${namespace}.json`)
  const known = catalogues.get(path) ?? (JSON.parse(readFileSync(path, 'utf8')) as Catalogue)
  catalogues.set(path, known)
  return known
}

/**
 * Returns a text by namespace and key (`chat.composer.send`) with its `{{values}}` filled in; `count` chooses the plural form. Throws
 * when there is none.
 */
export type Texts = (key: string, values?: Readonly<Record<string, string | number>>) => string

export function createTexts(language: Language): Texts {
  const plural = new Intl.PluralRules(languageTags[language])

  function find(key: string) {
    const [namespace = '', ...path] = key.split('.')
    return path.reduce<string | Catalogue | undefined>(
      (node, name) => (typeof node === 'object' ? node[name] : undefined),
      readCatalogue(language, namespace),
    )
  }

  return (key, values = {}) => {
    const { count } = values
    const found = find(key) ?? (typeof count === 'number' ? find(`${key}_${plural.select(count)}`) : undefined)
    if (typeof found !== 'string') throw new Error(`There is no text ${key} in ${language}.`)
    const shown = typeof count === 'number' ? { ...values, count: new Intl.NumberFormat(languageTags[language]).format(count) } : values
    return found.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(shown[name] ?? ''))
  }
}
