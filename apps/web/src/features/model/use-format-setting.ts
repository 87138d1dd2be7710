import { ReasoningFormat } from '@heddle/contracts/model/model-endpoint'
import { useTranslation } from 'react-i18next'
import { useListText, useNumberText } from '#i18n/use-language.ts'

/** Returns what shows the value of a setting that calls can find. */
export function useFormatSetting() {
  const { t } = useTranslation('model')
  const listText = useListText()
  const numberText = useNumberText()
  return (setting: string, value: unknown): string => {
    if (typeof value === 'number') return numberText(value)
    if (Array.isArray(value)) return value.length === 0 ? t('test.none') : listText(value)
    const format = ReasoningFormat.safeParse(value).data
    return setting === 'reasoning_format' && format ? t(`reasoningFormat.${format}`) : t('test.none')
  }
}
