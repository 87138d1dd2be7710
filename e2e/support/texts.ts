// The interface's words, from the catalogues that the application reads, so that no test repeats them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@heddle/contracts/languages'
import { root } from '../../scripts/program.ts'

type Catalogue = { readonly [key: string]: string | Catalogue }

const catalogues = new Map<string, Catalogue>()

function readCatalogue(language: Language, namespace: string): Catalogue {
  const path = join(root, 'apps/web/src/i18n/locales', language, `${namespace}.json`)
  const known = catalogues.get(path) ?? (JSON.parse(readFileSync(path, 'utf8')) as Catalogue)
  catalogues.set(path, known)
  return known
}

/** Finds a text by namespace and key (`chat.composer.send`) and fills in its `{{values}}`. Throws when there is none. */
export type Texts = (key: string, values?: Readonly<Record<string, string | number>>) => string

export function textsOf(language: Language): Texts {
  return (key, values = {}) => {
    const [namespace = '', ...path] = key.split('.')
    const found = path.reduce<string | Catalogue | undefined>(
      (node, name) => (typeof node === 'object' ? node[name] : undefined),
      readCatalogue(language, namespace),
    )
    if (typeof found !== 'string') throw new Error(`There is no text ${key} in ${language}.`)
    return found.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
  }
}
