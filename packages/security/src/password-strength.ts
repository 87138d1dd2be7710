// Which passwords are guessed first: the commonest ones, and the names of the person.
import { limits } from '@heddle/contracts/limits'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fold } from '@heddle/text/language/folding'

const require = createRequire(import.meta.url)

/** The leaked passwords that people choose most, without those that are too short for us anyway: 1,500 are left. */
function loadCommonPasswords(): ReadonlySet<string> {
  // The file and not the package, which would keep all 49,000 and its other lists in memory.
  const path = require.resolve('@zxcvbn-ts/language-common/src/passwords.json')
  const passwords = JSON.parse(readFileSync(path, 'utf8')) as string[]
  return new Set(passwords.filter(({ length }) => length >= limits.passwordCharacters.min).map(fold))
}

const commonPasswords = loadCommonPasswords()

export type PasswordOwner = { readonly email: string | null; readonly account?: string | null | undefined; readonly name?: unknown }

export type PasswordWeakness = 'common_password' | 'own_name_password'

/** Every text of the person that a guesser knows: email, what is before its @, account, the name in each language. */
function listNames({ email, account, name }: PasswordOwner): string[] {
  const names = typeof name === 'object' && name !== null ? Object.values(name) : []
  return [email, email?.split('@')[0], account, ...names].filter((text) => typeof text === 'string' && text !== '').map(fold)
}

/** Why a password is guessed at once, in any case and width; null when it is not. */
export function findPasswordWeakness(password: string, owner: PasswordOwner): PasswordWeakness | null {
  const folded = fold(password.trim())
  if (commonPasswords.has(folded)) return 'common_password'
  return listNames(owner).includes(folded) ? 'own_name_password' : null
}
