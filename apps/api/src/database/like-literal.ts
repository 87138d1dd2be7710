/** A text as it is found by LIKE, in which some characters stand for others. */
export const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
