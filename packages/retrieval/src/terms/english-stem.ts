// English words by what they share with their other forms and spellings.

/** British endings and their American ones; also where there are no two, as in `exercise`: what is compared has both been folded. */
const spellings: readonly (readonly [british: RegExp, american: string])[] = [
  [/(?<=[a-z][bdgilmnpv])our/, 'or'],
  [/(?<=[a-z][bt])re(?=s?$)/, 'er'],
  [/(?<=[a-z][bt])red$/, 'ered'],
  [/(?<=[a-z]{2}[iy])s(?=(?:e|ed|es|er|ers|ing|ations?)$)/, 'z'],
  [/logue(?=s?$)/, 'log'],
  [/gramme(?=s?$)/, 'gram'],
  [/(?<=[a-z]{2})ence(?=s?$)/, 'ense'],
  [/^aluminium/, 'aluminum'],
  [/^grey/, 'gray'],
  [/sulph/, 'sulf'],
]
/** Most words have none of them, and one look is faster than ten. */
const mayBeBritish = /our|[bt]re|[iy]s|logue|gramme|ence|^alum|^grey|sulph/

/**
 * Returns the stem of an English word in small letters: in its American spelling, without the ending of a plural, a past or an `-ing`
 * (steps 1a and 1b of M. F. Porter, "An algorithm for suffix stripping", 1980), and without the `e` that these leave or drop: dye, dyes,
 * dyed and dyeing are `dy`; colour and coloured are `color`; labelled and labeled are `label`.
 */
export function stemEnglish(word: string): string {
  if (word.length < 3) return word
  const singular = removePlural(mayBeBritish.test(word) ? spellAmerican(word) : word)
  const [, root = singular] = /^(.*[aeiouy].*?)(?:(?<!e)ed|ing)$/.exec(singular) ?? []
  const isRoot = root !== singular && root.length >= 2
  const stem = isRoot ? root.replace(/([^aeioulsz])\1$/, '$1') : singular
  if (stem.length > 4 && stem.endsWith('ll')) return stem.slice(0, -1)
  return stem.length > 2 && stem.endsWith('e') ? stem.slice(0, -1) : stem
}

const spellAmerican = (word: string): string => spellings.reduce((spelled, [british, american]) => spelled.replace(british, american), word)

function removePlural(word: string): string {
  if (word.length < 4) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return /[^aiosu]s$/.test(word) ? word.slice(0, -1) : word
}
