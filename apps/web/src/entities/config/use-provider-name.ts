import { useLocalized } from '#i18n/use-language.ts'
import { useConfig } from './config.queries.ts'

/** What an external sign-in is called, by its key; the key itself of one that is no longer there. */
export function useProviderName(): (key: string) => string {
  const localized = useLocalized()
  const { login_methods: methods } = useConfig()
  return (key) => {
    const label = methods.find((method) => method.key === key)?.label
    return label ? localized(label) : key
  }
}
