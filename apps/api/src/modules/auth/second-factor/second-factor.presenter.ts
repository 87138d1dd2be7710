import type { SecondFactor } from '@heddle/contracts/auth/second-factor'
import type { SignInResult } from '@heddle/contracts/auth/auth'
import { presentTime } from '../../../platform/http/presenting.ts'
import type { AccessTokens } from '../../../platform/security/access-token.ts'
import { presentTokenPair } from '../session.presenter.ts'
import { challengeSeconds } from './challenge.sql.ts'
import { findRequiredFrom, type RuledTenant, type RuledUser } from './factor-rule.ts'
import type { FactorRow } from './factor.repository.ts'
import type { SignInOutcome } from './sign-in-step.service.ts'

/** `rpId`: the host that passkeys are made for now. */
export const presentFactor = (factor: FactorRow, rpId: string): SecondFactor => ({
  id: factor.id,
  kind: factor.kind,
  name: factor.name,
  created_at: presentTime(factor.createdAt),
  last_used_at: factor.lastUsedAt && presentTime(factor.lastUsedAt),
  is_backed_up: factor.isBackedUp,
  is_of_other_address: factor.kind === 'passkey' && factor.rpId !== rpId,
})

type OwnFactors = RuledUser & { readonly hasSecondFactor: boolean; readonly factorsResetAt: Date | null }

/** What every page of the user is told. */
export function presentOwnFactors(user: OwnFactors, tenant: RuledTenant) {
  const requiredFrom = findRequiredFrom(tenant, user)
  return {
    is_enrolled: user.hasSecondFactor,
    required_from: requiredFrom && presentTime(requiredFrom),
    reset_at: user.factorsResetAt && presentTime(user.factorsResetAt),
  }
}

export const presentSignIn = (accessTokens: AccessTokens, outcome: SignInOutcome): SignInResult =>
  'grant' in outcome
    ? presentTokenPair(accessTokens, outcome.grant)
    : { challenge: { ...outcome.challenge, methods: [...outcome.challenge.methods], expires_in: challengeSeconds } }
