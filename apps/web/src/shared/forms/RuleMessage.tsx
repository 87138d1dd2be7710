import { useTranslation } from 'react-i18next'
import type { ApiError } from '../api/errors.ts'
import { useErrorMessage } from '../notify/describe-error.ts'
import type { Rule } from './rules.ts'

/** What is wrong with a field, in words that follow the language while they stand there. */
export function RuleMessage({ rule: { key, count } }: { rule: Rule }) {
  const { t } = useTranslation('form')
  return t(`rule.${key}`, { count })
}

/** What the server said of a field. */
export function RefusalMessage({ error }: { error: ApiError }) {
  return useErrorMessage(error)
}
