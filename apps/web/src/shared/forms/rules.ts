// Turns an issue of the contract's schema into a rule, whose text is in `form:rule`.
import { hostPattern } from '@heddle/contracts/tenant/allowed-host'
import { noNul, oneLine } from '@heddle/contracts/wire'
import { accountPattern, emailPattern } from '@heddle/contracts/user/user'
import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** A key of `form:rule`, with the number in its text. */
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
    | 'host'
  count?: number
}

const patternRules: ReadonlyMap<string | undefined, Rule['key']> = new Map([
  [String(emailPattern), 'email'],
  [String(accountPattern), 'excludedCharacter'],
  [String(hostPattern), 'host'],
  [String(noNul), 'excludedCharacter'],
  [String(oneLine), 'excludedCharacter'],
])

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** Returns the rule that an issue breaks; `value` is the field's value. */
export function toRule(issue: Issue, value: unknown): Rule {
  if (isEmpty(value)) return { key: 'required' }
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'int') return { key: 'integer' }
      return { key: issue.expected === 'number' ? 'number' : 'format' }
    case 'too_small':
      return toMinRule(issue)
    case 'too_big':
      return toMaxRule(issue)
    case 'invalid_format':
      if (issue.format === 'uppercase') return { key: 'uppercase' }
      return { key: patternRules.get(issue.pattern) ?? 'format' }
    case 'custom':
      return { key: issue.params?.['rule'] === 'differs' ? 'differs' : 'format' }
    default:
      return { key: 'format' }
  }
}

function toMinRule({ origin, minimum, exact }: z.core.$ZodIssueTooSmall): Rule {
  const count = Number(minimum)
  if (origin === 'array' || origin === 'set') return { key: 'chooseOne' }
  if (origin !== 'string') return { key: 'minValue', count }
  if (exact) return { key: 'length' }
  // The input is only white space.
  return count === 1 ? { key: 'required' } : { key: 'minCharacters', count }
}

function toMaxRule({ origin, maximum, exact }: z.core.$ZodIssueTooBig): Rule {
  const count = Number(maximum)
  if (origin === 'array' || origin === 'set') return { key: 'chooseAtMost', count }
  if (origin !== 'string') return { key: 'maxValue', count }
  return exact ? { key: 'length' } : { key: 'maxCharacters', count }
}

/**
 * Returns the issues of a parse with their full paths. For a union without a match, the issues of the closest alternative: the one whose
 * first issue is the deepest, and not only about the type.
 */
export function flattenIssues(issues: readonly Issue[], above: readonly PropertyKey[] = []): { path: string; issue: Issue }[] {
  return issues.flatMap((issue) => {
    const path = [...above, ...issue.path]
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ path: path.join('.'), issue }]
    const [nearest = []] = issue.errors.toSorted((a, b) => measureDistance(a) - measureDistance(b))
    return flattenIssues(nearest, path)
  })
}

function measureDistance([first]: readonly Issue[]): number {
  if (!first) return 0
  const isOfAnotherKind = first.path.length === 0 && (first.code === 'invalid_type' || first.code === 'invalid_value')
  return isOfAnotherKind ? 1 : 0
}
