import type { PromptItem } from '@heddle/contracts/prompt/prompt'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'

/** Returns a formatter of whose a prompt is: a group's by the name of the group. */
export function useScopeWords(): (prompt: Pick<PromptItem, 'scope' | 'group'>) => string {
  const { t } = useTranslation('prompt')
  const localized = useLocalized()
  return ({ scope, group }) => (group ? localized(group.name) : t(`scope.${scope}`))
}
