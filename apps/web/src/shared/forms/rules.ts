// What a form says about a wrong value: the contract's own issue, turned into one of the words of `form:rule`.
import { noNul, oneLine } from '@heddle/contracts/wire'
import { accountPattern, emailPattern } from '@heddle/contracts/user'
import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** The keys of `form:rule`, with the number that the words need. */
export type Rule = {
  key:
    | 'required'
    | 'email'
    | 'number'
    | 'integer'
    | 'uppercase'
    | 'maxCharacters'
    | 'minCharacters'
    | 'length'
    | 'excludedCharacter'
    | 'chooseOne'
    | 'chooseAtMost'
    | 'minValue'
    | 'maxValue'
    | 'differs'
    | 'format'
  count?: number
}

const patternRules: ReadonlyMap<string | undefined, Rule['key']> = new Map([
  [String(emailPattern), 'email'],
  [String(accountPattern), 'excludedCharacter'],
  [String(noNul), 'excludedCharacter'],
  [String(oneLine), 'excludedCharacter'],
])

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** The rule that an issue speaks of; `value` is what stands in the field. */
export function toRule(issue: Issue, value: unknown): Rule {
  if (isEmpty(value)) return { key: 'required' }
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'int') return { key: 'integer' }
      return { key: issue.expected === 'number' ? 'number' : 'format' }
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_format':
      if (issue.format === 'uppercase') return { key: 'uppercase' }
      return { key: patternRules.get(issue.pattern) ?? 'format' }
    case 'custom':
      return { key: issue.params?.['rule'] === 'differs' ? 'differs' : 'format' }
    default:
      return { key: 'format' }
  }
}

function tooSmall({ origin, minimum, exact }: z.core.$ZodIssueTooSmall): Rule {
  const count = Number(minimum)
  if (origin === 'array' || origin === 'set') return { key: 'chooseOne' }
  if (origin !== 'string') return { key: 'minValue', count }
  if (exact) return { key: 'length' }
  // Only space was typed.
  return count === 1 ? { key: 'required' } : { key: 'minCharacters', count }
}

function tooBig({ origin, maximum, exact }: z.core.$ZodIssueTooBig): Rule {
  const count = Number(maximum)
  if (origin === 'array' || origin === 'set') return { key: 'chooseAtMost', count }
  if (origin !== 'string') return { key: 'maxValue', count }
  return exact ? { key: 'length' } : { key: 'maxCharacters', count }
}

/**
 * The issues of a parse, each with its whole path. Of a union that nothing fits, those of the alternative that was nearest: the one
 * whose first complaint lies deepest, and that complains about more than the mere type.
 */
export function flattenIssues(issues: readonly Issue[], above: readonly PropertyKey[] = []): { path: string; issue: Issue }[] {
  return issues.flatMap((issue) => {
    const path = [...above, ...issue.path]
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ path: path.join('.'), issue }]
    const [nearest = []] = issue.errors.toSorted((a, b) => distance(a) - distance(b))
    return flattenIssues(nearest, path)
  })
}

function distance([first]: readonly Issue[]): number {
  if (!first) return 0
  const isOfAnotherKind = first.path.length === 0 && (first.code === 'invalid_type' || first.code === 'invalid_value')
  return isOfAnotherKind ? 1 : 0
}
