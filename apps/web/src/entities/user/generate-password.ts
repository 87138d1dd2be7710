// No I, l, 1, O, 0: what is read out or copied by hand must not be guessed at.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
const groupCount = 4
const groupLength = 4

/** A random password of four groups of four characters: 93 bits. */
export function generatePassword(): string {
  const groups = Array.from({ length: groupCount }, () => Array.from({ length: groupLength }, drawCharacter).join(''))
  return groups.join('-')
}

function drawCharacter(): string {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
  // The bytes beyond the last whole alphabet would make its first characters likelier.
  return byte < 256 - (256 % alphabet.length) ? alphabet.charAt(byte % alphabet.length) : drawCharacter()
}
