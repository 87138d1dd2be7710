// The field of a form that an error of the server is of.
import type { PromptProblem } from '@heddle/contracts/prompt/prompt'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { FieldOfCode } from '#shared/forms/server-errors.ts'

const reasons = [
  'unknown_variable',
  'duplicate_key',
  'choices_missing',
  'not_for_type',
  'default_invalid',
] as const satisfies readonly PromptProblem['reason'][]

const Problems = z.array(z.object({ path: z.string(), reason: z.enum(reasons) }))

export const fieldOfCode: FieldOfCode = {
  AUTH_GROUP_NOT_FOUND: 'prompt.group_id',
  ASSISTANT_NOT_FOUND: 'prompt.assistant_id',
  PROMPT_INVALID: ({ problems }) => {
    const problem = Problems.safeParse(problems).data?.[0]
    return problem && { field: `prompt.${problem.path.replaceAll('/', '.')}`, message: <Problem reason={problem.reason} /> }
  },
}

function Problem({ reason }: { reason: PromptProblem['reason'] }) {
  const { t } = useTranslation('prompt')
  return t(`problem.${reason}`)
}
