// Emphasis and deletion as people write them beside Chinese, Japanese and Thai punctuation. CommonMark (6.2) tells from the blanks
// around punctuation whether a run of stars opens or closes; these scripts have none: in 含**「重點」**內容 both runs are read the
// wrong way round. What CommonMark permits stays; a run may be both where the punctuation beside it says so. It then closes what is
// open, and opens otherwise, so that no pair is turned inside out.
import { dictionary, ideographic } from '@heddle/text/language/unspaced-scripts'
import { attention } from 'micromark-core-commonmark'
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough'
import type { Code, Construct, Extension } from 'micromark-util-types'

/** Korean has spaces, but its particles follow a mark without one. A lone surrogate is a rare Han character, or an emoji. */
const unspaced = new RegExp(String.raw`[${ideographic}${dictionary}\p{Script=Bopomofo}\p{Script=Hangul}〇\ud800-\udfff]`, 'v')
const punctuation = /[\p{P}\p{S}]/u
const openingBracket = /[\p{Ps}\p{Pi}]/u
const closingBracket = /[\p{Pe}\p{Pf}]/u
/** Those of languages turn them as they like: „so“, »so« and “so”. */
const quotationMark = /["'\p{Pi}\p{Pf}]/u
/** What ends a clause, and no calculation: `f(x)**2`. */
const clauseEnd = /[\p{Pe}"'\p{Pi}\p{Pf}:;,.!?…%。、，：；！？．％]/u
const asciiBracket = /[)\]}]/

const toCharacter = (code: Code) => (code === null || code < 0 || code === 32 ? '' : String.fromCharCode(code))

function mayOpen(before: string, after: string): boolean {
  if (!punctuation.test(after)) return false
  if (openingBracket.test(after) || quotationMark.test(after)) return true
  return unspaced.test(before) && !closingBracket.test(after)
}

function mayClose(before: string, after: string): boolean {
  if (!punctuation.test(before)) return false
  if (clauseEnd.test(before) && !(asciiBracket.test(before) && /\d/.test(after))) return true
  return unspaced.test(after) && !openingBracket.test(before)
}

/** Reads a run as a construct does, and lets it open or close beside more punctuation. */
function beyondPunctuation({ tokenize, ...construct }: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const before = toCharacter(this.previous)
      const widen = (code: Code) => {
        const after = toCharacter(code)
        const run = this.events.at(-1)?.[1]
        if (run && before !== '' && after !== '') {
          run._open ||= mayOpen(before, after)
          run._close ||= mayClose(before, after)
        }
        return ok(code)
      }
      return tokenize.call(this, effects, widen, nok)
    },
  }
}

const star = 42
const tilde = 126

export function createEmphasis(): Extension {
  const deletion = gfmStrikethrough({ singleTilde: false }).text?.[tilde]
  return {
    text: {
      [star]: beyondPunctuation(attention),
      ...(deletion && !Array.isArray(deletion) ? { [tilde]: beyondPunctuation(deletion) } : {}),
    },
  }
}
