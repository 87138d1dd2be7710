import type { SignInChallenge } from '@heddle/contracts/auth/challenge'
import { Button, Stack, Title } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#shared/notify/notify.ts'
import { useBeginSession } from '../use-sign-in.ts'
import { EnrolmentStep } from './EnrolmentStep.tsx'
import { VerificationStep } from './VerificationStep.tsx'

export type SecondStepProps = {
  /** The key of the sign-in method of the first step. */
  method: string
  challenge: SignInChallenge
  onSignedIn: () => void
  onRestart: () => void
}

/** The step after the password or the provider: a second factor is shown, or set up where the tenant asks for one. */
export function SecondStep({ method, challenge, onSignedIn, onRestart }: SecondStepProps) {
  const { t } = useTranslation('factor')
  const beginSession = useBeginSession()
  const isEnrolment = challenge.kind === 'enrolment'
  // From then on the recovery codes are shown, for as long as it takes to keep them.
  const [isEnrolled, setEnrolled] = useState(false)

  const handleOver = useCallback(() => {
    notify({ kind: 'error', message: t('step.over'), timeout: 10_000 })
    onRestart()
  }, [onRestart, t])

  useEffect(() => {
    if (isEnrolled) return
    const timer = setTimeout(handleOver, challenge.expires_in * 1_000)
    return () => clearTimeout(timer)
  }, [challenge, handleOver, isEnrolled])

  const Step = isEnrolment ? EnrolmentStep : VerificationStep
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        {t(isEnrolment ? 'enrol.title' : 'step.title')}
      </Title>
      <Step
        challenge={challenge}
        onTokens={async (tokens) => {
          await beginSession(method, tokens)
          onSignedIn()
        }}
        onEnrolled={() => setEnrolled(true)}
        onOver={handleOver}
      />
      {!isEnrolled && (
        <Button variant="subtle" color="gray" fullWidth onClick={onRestart}>
          {t('step.back')}
        </Button>
      )}
    </Stack>
  )
}
