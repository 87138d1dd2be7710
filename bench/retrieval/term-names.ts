/** Letters of which no English ending is made, so that a word is one term. */
const letters = 'bcfhjklmnpqrtvwx'

/** Returns a word for the rank of a term: four letters or more, one term for the search. */
export function nameTerm(rank: number): string {
  let word = ''
  for (let rest = rank; word.length < 4 || rest > 0; rest = Math.floor(rest / letters.length)) word += letters[rest % letters.length] ?? ''
  return word
}
