// Bare addresses, which end where the reader of a reply's prose says they do: before Chinese punctuation, stars and Chinese hosts.
// The extension of GFM goes on to the next blank, and takes half a Chinese sentence along. The tokens are those of that extension,
// whose compiler makes the links.
import { type Address, measureAddress } from '@heddle/text/prose/address'
import type { Code, Construct, Extension, State, TokenType } from 'micromark-util-types'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    literalAutolink: 'literalAutolink'
    literalAutolinkHttp: 'literalAutolinkHttp'
    literalAutolinkWww: 'literalAutolinkWww'
  }
}

const openings = ['https://', 'http://', 'www.']
/** At its end they belong to the sentence (GFM 6.9). */
const trailing = /[!',.:;?_~]/
const letterOrDigit = /[\p{L}\p{N}]/u

/** ASCII letters and digits. */
const isWordCode = (code: Code) => code !== null && ((code > 96 && code < 123) || (code > 47 && code < 58) || (code > 64 && code < 91))

/** Most of an address, which needs no looking at. */
const isPlain = (code: Code) => isWordCode(code) || code === 45

const toCharacter = (code: Code) => (code === null || code < 0 ? '' : String.fromCharCode(code))
const isInside = (address: Address, character: string) => character !== '' && measureAddress(address, character, 0) > 0

/** Reads marks that may end an address, and succeeds where they do. */
const createTrail = (address: Address): Construct => ({
  partial: true,
  tokenize(effects, ok, nok) {
    const inTrail: State = (code) => {
      const character = toCharacter(code)
      if (!trailing.test(character)) return isInside({ ...address }, character) ? nok(code) : ok(code)
      effects.consume(code)
      return inTrail
    }
    return inTrail
  },
})

const bareAddress: Construct = {
  name: 'bareAddress',
  // Else the text is cut at each letter that an address may begin with, to be joined again. Another construct may still cut it there.
  previous: (code) => !isWordCode(code),
  tokenize(effects, ok, nok) {
    const isInWord = isWordCode(this.previous)
    const address: Address = { depth: 0, isHost: true }
    let type: TokenType = 'literalAutolinkHttp'
    let opening = ''
    let hasHost = false
    /** Whether the marks that are being read were looked over: looking again at each would take the square of their number. */
    let isTrailRead = false

    const begin: State = (code) => {
      if (isInWord) return nok(code)
      if (/w/i.test(toCharacter(code))) type = 'literalAutolinkWww'
      effects.enter('literalAutolink')
      effects.enter(type)
      return inOpening(code)
    }
    const inOpening: State = (code) => {
      opening += toCharacter(code).toLowerCase()
      if (code === null || !openings.some((known) => known.startsWith(opening))) return nok(code)
      effects.consume(code)
      return openings.includes(opening) ? inAddress : inOpening
    }
    const inAddress: State = (code) => {
      if (hasHost && isPlain(code)) return take(code)
      const character = toCharacter(code)
      if (!hasHost && !letterOrDigit.test(character)) return nok(code)
      if (!trailing.test(character)) isTrailRead = false
      else if (!isTrailRead) return effects.check(createTrail(address), end, inTrail)(code)
      return isInside(address, character) ? take(code) : end(code)
    }
    const take: State = (code) => {
      hasHost = true
      isTrailRead &&= !isPlain(code)
      effects.consume(code)
      return inAddress
    }
    const inTrail: State = (code) => {
      isTrailRead = true
      return inAddress(code)
    }
    const end: State = (code) => {
      if (!hasHost) return nok(code)
      effects.exit(type)
      effects.exit('literalAutolink')
      return ok(code)
    }
    return begin
  },
}

export const createBareAddresses = (): Extension => ({
  // H, W, h and w
  text: { 72: bareAddress, 87: bareAddress, 104: bareAddress, 119: bareAddress },
})
