/** Whose tokens take the parent some milliseconds to count. */
const maxCharacters = 4_000

/** Whether the parent counts the tokens of a text: it has the tokenizer, which takes longer to load than most files to read. */
export const isShortText = (pages: readonly { readonly text: string }[]): boolean =>
  pages.reduce((sum, { text }) => sum + text.length, 0) <= maxCharacters
