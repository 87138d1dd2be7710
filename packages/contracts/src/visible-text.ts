// Which characters of a name or a title a reader could not see. They make two names look the same, or turn a text around
// ("exe.pdf" for "fdp.exe"); see Unicode's UTS 39, section 5, and UTS 55.

/** Scripts that join letters, or part them, with U+200C and U+200D (UAX 31, section 2.3). */
const joiningScripts = [
  'Arabic',
  'Syriac',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
  'Tibetan',
]
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('')

/** What belongs to the character beside it. */
const needed = [
  // A flag of a region: a black flag and its name in tags.
  String.raw`(?<=\u{1F3F4}[\u{E0020}-\u{E007E}]{0,8})[\u{E0020}-\u{E007F}]`,
  // Emoji joined to one, such as a family.
  String.raw`(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?)\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[${joiningScripts}]\p{M}?)[\u200C\u200D](?=[${joiningScripts}])`,
  // One form of a character of several: an emoji in colour, an ideograph as it is written in a name.
  String.raw`(?<=[^\s\p{Default_Ignorable_Code_Point}])\p{Variation_Selector}`,
]

const invisible = new RegExp(String.raw`(${needed.join('|')})|[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`, 'gu')

/** The text without bidirectional controls, zero-width and other invisible characters, but for those that a script or an emoji needs. */
export const removeInvisible = (text: string): string => text.replaceAll(invisible, '$1')
