/** Returns the text without what PostgreSQL cannot store: NUL and lone surrogates. */
export const toStorableText = (text: string) => text.replaceAll('\0', '').toWellFormed()

/**
 * Returns the storable part of a growing text: without a high surrogate at its end, so that each saved text is a prefix of the next
 * one.
 */
export const toStorablePrefix = (text: string) => toStorableText(/[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text)
