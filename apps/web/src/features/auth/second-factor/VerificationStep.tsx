import type { TokenPair } from '@heddle/contracts/auth/auth'
import type { SignInChallenge } from '@heddle/contracts/auth/challenge'
import { beginPasskeyVerification, verifySecondFactor } from '@heddle/contracts/auth/second-factor'
import { limits } from '@heddle/contracts/limits'
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FactorForm, type Proof } from '#entities/auth/second-factor/FactorForm.tsx'
import { askForPasskey } from '#entities/auth/second-factor/passkeys.ts'
import { useFactorError } from '#entities/auth/second-factor/use-factor-error.ts'
import { call } from '#shared/api/client.ts'
import { ApiError } from '#shared/api/errors.ts'

export type StepProps = {
  challenge: SignInChallenge
  onTokens: (tokens: TokenPair) => Promise<void>
  /** Called when a factor has been added, before its recovery codes have been kept. */
  onEnrolled: () => void
  /** Called when the challenge has ended. */
  onOver: () => void
}

async function verify(id: string, proof: Proof): Promise<TokenPair> {
  if (proof.method === 'passkey') {
    const { options } = await call(beginPasskeyVerification, { body: { challenge_id: id } })
    return call(verifySecondFactor, { body: { challenge_id: id, passkey: await askForPasskey(options) } })
  }
  const body = proof.method === 'totp' ? { totp: proof.value } : { recovery_code: proof.value }
  return call(verifySecondFactor, { body: { challenge_id: id, ...body } })
}

/** Asks for a second factor of the account. */
export function VerificationStep({ challenge, onTokens, onOver }: StepProps) {
  const { t } = useTranslation('factor')
  const failures = useRef(0)
  const verification = useMutation({
    mutationFn: async (proof: Proof) => onTokens(await verify(challenge.id, proof)),
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'AUTH_SECOND_FACTOR_FAILED') return
      failures.current += 1
      // The service does not say which of them it was.
      if (failures.current === limits.challengeTries) onOver()
    },
    meta: { silent: true },
  })
  const error = useFactorError(verification.error)

  return (
    <FactorForm
      methods={challenge.methods}
      submitLabel={t('step.continue')}
      isPending={verification.isPending}
      error={error}
      onSubmit={verification.mutate}
      onMethodChange={verification.reset}
    >
      <Text size="xs" c="dimmed" ta="center" mt={4}>
        {t('step.lost')}
      </Text>
    </FactorForm>
  )
}
