// Marks of a formula that would end it, or its cell, before its end. Until it is read they are characters that no font has.
const pipe = '\ue0f1'
const dollar = '\ue0f2'

/** A `\|` is another mark, and ends no cell. */
export const hidePipes = (formula: string): string => formula.replaceAll(/(?<!\\)\|/g, pipe)

/** To remark-math, a dollar ends a formula even behind a backslash. */
export const hideDollars = (formula: string): string => formula.replaceAll(/\\?\$/g, dollar)

export const showMarks = (formula: string): string => formula.replaceAll(pipe, '|').replaceAll(dollar, String.raw`\$`)
