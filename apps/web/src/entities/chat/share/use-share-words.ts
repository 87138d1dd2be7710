import type { ChatShare } from '@heddle/contracts/chat/share'
import type { LocalizedText } from '@heddle/contracts/wire'
import { useTranslation } from 'react-i18next'
import { useListText, useLocalized } from '#i18n/use-language.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'

/** Returns how a share is put into words: its readers, and until when. */
export function useShareWords() {
  const { t } = useTranslation('share')
  const { t: tCommon } = useTranslation()
  const localized = useLocalized()
  const listText = useListText()

  const formatReader = ({ name }: { name: LocalizedText }) => localized(name) || tCommon('unknownUser')
  const formatNames = (readers: readonly { name: LocalizedText }[]) => listText(readers.map(formatReader))

  function formatReaders({ audience, groups, people }: Pick<ChatShare, 'audience' | 'groups' | 'people'>): string {
    if (audience === 'tenant') return t('with.tenant')
    if (audience === 'people') return people.length === 0 ? t('with.none') : formatNames(people)
    return groups.length === 0 ? t('with.none') : t('with.groups', { names: formatNames(groups) })
  }

  const formatEnd = (time: string | null) => (time === null ? t('noEnd') : t('until', { time: formatDateTime(parseTime(time)) }))

  return { formatReader, formatNames, formatReaders, formatEnd }
}
