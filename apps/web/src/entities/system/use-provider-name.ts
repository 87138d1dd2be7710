import { useLocalized } from '#i18n/use-language.ts'
import { useConfig } from './config.queries.ts'

/** Returns a formatter of an external sign-in's name by its key; a removed one is shown by its key. */
export function useProviderName(): (key: string) => string {
  const localized = useLocalized()
  const { login_methods: methods } = useConfig()
  return (key) => {
    const label = methods.find((method) => method.key === key)?.label
    return label ? localized(label) : key
  }
}
