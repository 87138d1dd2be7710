/** Case and width do not matter: what the function `fold` of the database makes of a text. */
export const fold = (text: string) => text.normalize('NFKC').toLowerCase()

/** A text as it is found by LIKE, in which some characters stand for others. */
export const likeLiteral = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
