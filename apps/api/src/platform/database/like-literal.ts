/** Escapes the wildcards of a LIKE pattern. */
export const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
