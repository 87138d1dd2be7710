import { updatePassword } from '@heddle/contracts/auth/auth'
import { z } from 'zod'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { useUpdatePassword } from './me.queries.ts'

const PasswordForm = updatePassword.schema.body.extend({ again: z.string() }).superRefine(({ new_password, again }, context) => {
  if (new_password !== again) context.addIssue({ code: 'custom', path: ['again'], params: { rule: 'differs' }, input: again })
})

const empty = { current_password: '', new_password: '', again: '' }

export type PasswordFormReturn = ReturnType<typeof usePasswordForm>

/** Returns the form that changes the user's own password; calls `onChanged` afterwards. */
export function usePasswordForm(onChanged: () => void) {
  const change = useUpdatePassword()
  return useContractForm({
    schema: PasswordForm,
    initialValues: empty,
    fieldOfCode: {
      AUTH_PASSWORD_TOO_WEAK: 'new_password',
      AUTH_PASSWORD_FAILED_TO_UPDATE: ({ reason }) => {
        if (reason === 'wrong_current') return { field: 'current_password' }
        return reason === 'unchanged' ? { field: 'new_password' } : undefined
      },
    },
    onSubmit: async ({ current_password, new_password }) => {
      await change.mutateAsync({ current_password, new_password })
      onChanged()
    },
  })
}
