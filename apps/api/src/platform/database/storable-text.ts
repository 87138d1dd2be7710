/** Returns the text without what PostgreSQL cannot store: NUL and lone surrogates. */
export const toStorableText = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** Returns the value as JSON that PostgreSQL stores. */
export const toStorableJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? toStorableText(part) : part))

/**
 * Returns the length of a growing text without a high surrogate at its end, whose other half is still to come: parts that end there
 * are storable each by itself.
 */
export const measureComplete = (text: string) => ((text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800 ? text.length - 1 : text.length)
