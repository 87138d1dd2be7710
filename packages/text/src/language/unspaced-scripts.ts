// Scripts that are written without spaces, as the inside of a class of a regular expression with the flag `v`.

/** Each character means something: Han and kana. */
export const ideographic = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々`
/** Words are told by a dictionary. */
export const dictionary = String.raw`\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
