// How a text is compared by its terms: beyond `fold`, what writers of a language write in two ways is written in one.
import { fold } from '@heddle/text/language/folding'

const dashes = /[\u2010\u2013\u2212]/g

/** A power as it is typed: `10^6`, `cm^-1`, `10^{6}`. */
const power = /(?<=[\p{L}\p{M}\p{N}])\^[({]?(-?\p{Nd}+)[)}]?/gu

/** A Chinese standard is recommended (`GB/T 3923.1`) or for guidance (`/Z`), which is left out as often as not. */
const kindOfStandard = /(?<![\p{L}\p{M}\p{N}])([a-z]{2})\/[tz](?=[ -]?\d)/gu

const thaiDigits = /[\u0e50-\u0e59]/g
const thaiZero = 0x0e50
/** NFKC takes the vowel am of Thai and Lao apart, which no dictionary knows so. */
const partedAm = /([\u0e4d\u0ecd])([\u0e48-\u0e4b\u0ec8-\u0ecb]?)([\u0e32\u0eb2])/g
/** A tone that was typed behind the am. */
const lateTone = /([\u0e33\u0eb3])([\u0e48-\u0e4b\u0ec8-\u0ecb])/g
/** A tone that was typed before the vowel above or below: Unicode does not order those above. */
const earlyTone = /([\u0e48-\u0e4b\u0ec8-\u0ecb])([\u0e31\u0e34-\u0e3a\u0e47\u0eb1\u0eb4-\u0eb9\u0ebb])/g
/** Two vowels e, which look like the vowel ae. */
const twoE = /\u0e40\u0e40|\u0ec0\u0ec0/g

const katakana = /[\u30a1-\u30f6]/g
const kanaOffset = 0x60
/** Small hiragana, by what they are in full: ィ and イ, ッ and ツ are written for each other. */
const smallKana = 'ぁぃぅぇぉっゃゅょゎゕゖ'
const fullKana = 'あいうえおつやゆよわかけ'
const anySmallKana = /[ぁぃぅぇぉっゃゅょゎゕゖ]/g

/** The tone of an open syllable on its last vowel, as in `hoà`; others write `hòa`. After a q the u is no vowel. */
const toneOnLast = /(?<!q)(?:o[àáảãạèéẻẽẹ]|u[ỳýỷỹỵ])(?![\p{L}\p{M}])/gu

/**
 * Returns a text as its terms are written: folded, without distinction of
 *
 * - Thai and Arabic digits, dashes, 10^6 and 10⁶ (106), `GB/T 3923.1` and `GB 3923.1`;
 * - the ways to type a tone, am or ae of Thai and Lao;
 * - hiragana and katakana, small ones and others;
 * - the vowel of an open Vietnamese syllable that has the tone.
 */
export const foldTerms = (text: string) =>
  fold(text)
    .replace(thaiDigits, (digit) => String(digit.charCodeAt(0) - thaiZero))
    .replace(dashes, '-')
    .replace(power, '$1')
    .replace(kindOfStandard, '$1')
    .replace(earlyTone, '$2$1')
    .replace(partedAm, (_, ring: string, tone: string) => tone + (ring === '\u0e4d' ? '\u0e33' : '\u0eb3'))
    .replace(lateTone, '$2$1')
    .replace(twoE, (vowels) => (vowels.startsWith('\u0e40') ? '\u0e41' : '\u0ec1'))
    .replace(katakana, (kana) => String.fromCharCode(kana.charCodeAt(0) - kanaOffset))
    .replace(anySmallKana, (kana) => fullKana.charAt(smallKana.indexOf(kana)))
    .replace(toneOnLast, moveToneForward)

/** Returns a vowel with another that has a tone as the first with the tone and the other. */
function moveToneForward(vowels: string): string {
  const [first = '', last = '', tone = ''] = vowels.normalize('NFD')
  return (first + tone + last).normalize('NFC')
}
