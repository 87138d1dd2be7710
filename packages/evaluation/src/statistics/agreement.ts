// How often a judge and a person say the same of an answer.

/** Wrong, partly right, right. */
export type Verdict = 0 | 0.5 | 1
const verdicts: readonly Verdict[] = [0, 0.5, 1]

export type VerdictPair = { readonly judge: Verdict; readonly person: Verdict }

export type Agreement = {
  readonly count: number
  /** The share of answers with the same verdict. */
  readonly share: number
  /** 1: always the same; 0: as often as by chance; below 0: less often. Null when both give one and the same verdict to all of them. */
  readonly kappa: number | null
}

/**
 * Returns the agreement of judge and person; null without answers that both have judged. Kappa, without weights, is that of J. Cohen, "A
 * coefficient of agreement for nominal scales", Educational and Psychological Measurement 20, 1960.
 */
export function measureAgreement(pairs: readonly VerdictPair[]): Agreement | null {
  const count = pairs.length
  if (count === 0) return null
  const countOf = (matches: (pair: VerdictPair) => boolean) => pairs.filter(matches).length
  const same = countOf(({ judge, person }) => judge === person)
  // Of integers, so that a chance of 1 is exactly that.
  const byChance = verdicts.reduce<number>(
    (sum, verdict) => sum + countOf(({ judge }) => judge === verdict) * countOf(({ person }) => person === verdict),
    0,
  )
  const kappa = byChance === count * count ? null : (same * count - byChance) / (count * count - byChance)
  return { count, share: same / count, kappa }
}
