// Decides which value of the rows each text of a plan means. What is not there is an answer of its own, never a query without the condition.
import type { Choice } from '@heddle/contracts/dataset/column'
import type { CheckedPlan } from '../check/checked-plan.ts'
import { toTextKey } from '../text-key.ts'
import { type FoundText, maxNearest } from './compile-lookup.ts'
import { type AskedText, listTexts, replaceTexts } from '../check/list-texts.ts'
import { isSlip, measureNearness } from './nearness.ts'

/** `same`: equal, if need be folded; `synonym`: by another name of a choice; `near`: with one slip of a letter. */
export type TextMatch = 'same' | 'synonym' | 'near'

export type TakenText = {
  readonly path: string
  readonly ref: string
  readonly given: string
  readonly value: string
  readonly match: TextMatch
}

/** `values`: the nearest of what there is, or those that are meant equally well. */
export type OpenText = { readonly path: string; readonly ref: string; readonly given: string; readonly values: readonly string[] }

export type TextVerdict =
  | { readonly type: 'taken'; readonly plan: CheckedPlan; readonly taken: readonly TakenText[] }
  | { readonly type: 'no_such_value'; readonly texts: readonly OpenText[] }
  | { readonly type: 'ambiguous'; readonly texts: readonly OpenText[] }

type Candidate = { readonly key: string; readonly value: string }
type Match =
  | ({ readonly type: 'taken'; readonly match: TextMatch } & Candidate)
  | { readonly type: 'no_such_value' | 'ambiguous'; readonly values: readonly string[] }

/** Returns the plan with the values that its texts mean, by the rows of `compileLookup` and the choices of the columns. */
export function takeTexts(plan: CheckedPlan, found: readonly FoundText[]): TextVerdict {
  const matches = listTexts(plan).map((text) => ({
    text,
    match: text.use.column.type === 'choice' ? matchChoice(text) : matchRows(text, found),
  }))
  for (const type of ['no_such_value', 'ambiguous'] as const) {
    const texts = matches.flatMap(({ text: { path, use, given }, match }) =>
      match.type === type ? [{ path, ref: use.ref, given, values: match.values }] : [],
    )
    if (texts.length > 0) return { type, texts }
  }
  const taken = matches.flatMap(({ text, match }) => (match.type === 'taken' ? [{ ...match, text }] : []))
  const byPath = new Map(taken.map(({ text, key, value }) => [text.path, { key, taken: value }]))
  return {
    type: 'taken',
    plan: replaceTexts(plan, (text) => ({ ...text, ...byPath.get(text.path) })),
    taken: taken.map(({ text, value, match }) => ({ path: text.path, ref: text.use.ref, given: text.given, value, match })),
  }
}

function matchRows({ use, key }: AskedText, found: readonly FoundText[]): Match {
  const candidates = found.filter((each) => each.ref === use.ref && each.asked === key)
  const same = candidates.find(({ is_same }) => is_same)
  return same ? { type: 'taken', match: 'same', key: same.key, value: same.value } : matchNear(key, candidates)
}

function matchChoice({ use, key, given }: AskedText): Match {
  const candidates = (use.column.choices ?? []).map((choice) => ({
    key: toTextKey(choice.value),
    value: choice.value,
    names: listNames(choice),
  }))
  const same = candidates.filter((each) => each.key === key)
  if (same[0]) return { type: 'taken', match: 'same', key, value: (same.find(({ value }) => value === given) ?? same[0]).value }
  const named = candidates.filter(({ names }) => names.includes(key))
  if (named.length > 1) return { type: 'ambiguous', values: named.map(({ value }) => value) }
  if (named[0]) return { type: 'taken', match: 'synonym', key: named[0].key, value: named[0].value }
  const nearest = candidates
    .map(({ names, ...candidate }) => ({
      ...candidate,
      nearness: Math.max(...[candidate.key, ...names].map((name) => measureNearness(name, key))),
    }))
    .filter(({ nearness }) => nearness > 0)
    .toSorted((a, b) => b.nearness - a.nearness)
  return matchNear(key, nearest)
}

const listNames = ({ name, synonyms }: Choice) =>
  [...Object.values(name ?? {}), ...(synonyms ?? [])].flatMap((text) => (text ? [toTextKey(text)] : []))

/** Takes the one value that is a slip away; two are as likely. */
function matchNear(key: string, nearest: readonly Candidate[]): Match {
  const slips = nearest.filter((candidate) => isSlip(candidate.key, key))
  if (slips.length > 1) return { type: 'ambiguous', values: slips.slice(0, maxNearest).map(({ value }) => value) }
  if (slips[0]) return { type: 'taken', match: 'near', key: slips[0].key, value: slips[0].value }
  return { type: 'no_such_value', values: nearest.slice(0, maxNearest).map(({ value }) => value) }
}
