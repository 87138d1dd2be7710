/**
 * Case and width do not matter: what the function `fold` of the database makes of a text. The database takes each character
 * for itself; JavaScript writes a capital sigma at a word's end in another way than within it, and İ as two characters.
 */
export const fold = (text: string) => text.normalize('NFKC').replaceAll('Σ', 'σ').replaceAll('İ', 'i').toLowerCase()
