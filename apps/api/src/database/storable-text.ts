/** A text as PostgreSQL stores it: no NUL, and no half of a character. */
export const toStorableText = (text: string) => text.replaceAll('\0', '').toWellFormed()

/**
 * A text that still grows, as PostgreSQL stores it: its last UTF-16 unit waits when it is the first half of a character, so that a
 * saved text is always a beginning of the next one.
 */
export const toStorablePrefix = (text: string) => toStorableText(/[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text)
