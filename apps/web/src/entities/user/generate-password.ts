// Without I, l, 1, O and 0, which are ambiguous when read out or copied by hand.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
const groupCount = 4
const groupLength = 4

/** Returns a random password of four groups of four characters: 93 bits. */
export function suggestPassword(): string {
  const groups = Array.from({ length: groupCount }, () => Array.from({ length: groupLength }, drawCharacter).join(''))
  return groups.join('-')
}

function drawCharacter(): string {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
  // Larger bytes would make the first characters of the alphabet likelier.
  return byte < 256 - (256 % alphabet.length) ? alphabet.charAt(byte % alphabet.length) : drawCharacter()
}
