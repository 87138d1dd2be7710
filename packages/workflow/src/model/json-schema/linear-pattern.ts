// Patterns of a JSON Schema, which people write and models' texts are matched with: by an engine whose time grows with the text only.
// JavaScript's own needs minutes for `^(a+)+$` and 34 letters.
import { limits } from '@heddle/contracts/limits'
import { RE2JS, RE2JSException } from 're2js'

/** A pattern that the engine does not have: a look-around, a back-reference, or one that is none. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
}

/** The texts of an answer are too long for the patterns of its schema. */
export class PatternWorkError extends Error {
  override readonly name = 'PatternWorkError'
}

export type LinearPatterns = {
  /** Returns what zod takes in place of a `RegExp`. Throws a `PatternError`. */
  readonly createPattern: (source: string) => RegExp
  /** Begins another answer: each has the same amount of work, and throws a `PatternWorkError` beyond it. */
  readonly restart: () => void
}

/** Returns the patterns of one schema. */
export function createLinearPatterns(): LinearPatterns {
  const { patterns, patternCharacters, patternSteps, matchSteps } = limits.jsonSchema
  let steps = 0
  let count = 0
  let work = 0

  function compile(source: string): RE2JS {
    count += 1
    if (typeof source !== 'string' || source.length > patternCharacters || count > patterns) throw new PatternError()
    try {
      const pattern = RE2JS.compile(RE2JS.translateRegExp(source))
      steps += pattern.programSize()
      if (steps > patternSteps) throw new PatternError()
      return pattern
    } catch (error) {
      throw error instanceof RE2JSException ? new PatternError(error.message, { cause: error }) : error
    }
  }

  return {
    createPattern(source) {
      const pattern = compile(source)
      const size = pattern.programSize()
      const matcher = {
        lastIndex: 0,
        test(text: string) {
          work += size * (text.length + 1)
          if (work > matchSteps) throw new PatternWorkError()
          return pattern.test(text)
        },
        toString: () => `/${source}/`,
      }
      // Of a `RegExp`, zod has only these.
      return matcher as unknown as RegExp
    },
    restart: () => void (work = 0),
  }
}
