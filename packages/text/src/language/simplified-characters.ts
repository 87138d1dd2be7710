// Han characters as Simplified Chinese has them, one by one, so that Traditional, Simplified, the variants of Taiwan and Hong Kong, and
// those of Japan (図 for 圖) meet in a search: OpenCC's tables of characters without those of phrases.
import { configs, from as variantsOf } from 'opencc-js/preset/t2cn'
import { type Entries, readEntries } from './opencc-entries.ts'

const characters = createTable()

function createTable(): ReadonlyMap<string, string> {
  const chains = [configs.tw2s, configs.hk2s].map((config) => {
    if (!config) throw new Error('opencc-js has no tw2s or hk2s')
    const steps: readonly (readonly (string | Entries)[])[] = config.conversionChain
    return steps.map((dictionaries) => new Map(dictionaries.flatMap(readEntries).filter(([from]) => isCharacter(from))))
  })
  const table = new Map<string, string>()
  for (const tables of chains) {
    for (const character of tables.flatMap((each) => [...each.keys()])) {
      const simplified = tables.reduce((form, each) => each.get(form) ?? form, character)
      if (simplified !== character && !table.has(character)) table.set(character, simplified)
    }
  }
  for (const [character, forms] of variantsOf['jp']?.flat().flatMap(readEntries) ?? []) {
    const [traditional = ''] = forms
    if (isCharacter(character) && !table.has(character)) table.set(character, table.get(traditional) ?? traditional)
  }
  // Some forms are characters with another form: 麼 is 么 and 滬 is 沪, and so are those that were typed as such.
  for (const [character, form] of table) table.set(character, table.get(form) ?? form)
  return table
}

function isCharacter(text: string): boolean {
  const point = text.codePointAt(0)
  return point !== undefined && text.length === (point > 0xffff ? 2 : 1)
}

/** Returns a character as Simplified Chinese has it, and one that is not Han or has no other form as it is. */
export const toSimplifiedCharacter = (character: string): string => characters.get(character) ?? character
