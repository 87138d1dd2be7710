/** `ISO 13934-1`, `GB/T 3923.1`, `JIS L 1096`; in small letters only with a part, as `in 1998` has none. */
const number = /(?<![A-Za-z\d])(?:[A-Z]{2,8}(?:\/[A-Z])?[ -]?(?:[A-Z] ?)?\d{3,}|[a-z]{2,8}(?:\/[a-z])?[ -]?\d{3,}[-.:][A-Za-z\d])/

/** Returns whether a question names a standard by its number, which words tell from all others and vectors do not. */
export const namesStandard = (question: string): boolean => number.test(question.normalize('NFKC'))
