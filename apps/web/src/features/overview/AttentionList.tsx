import type { CollectionAttention, Overview } from '@heddle/contracts/overview/overview'
import type { NearUsageLimit } from '@heddle/contracts/usage-limit/usage-limit'
import { Text } from '@mantine/core'
import { type Icon, IconBook2, IconChevronRight, IconGauge, IconThumbDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage, useLocalized } from '#i18n/use-language.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { paths } from '#shared/paths.ts'
import classes from './Overview.module.css'

type AttentionItem = { key: string; to: string; icon: Icon; name: string; parts: readonly string[] }

/** What needs an administrator, each with a link to where it is mended. */
export function AttentionList({ overview: { sources, feedback, limits } }: { overview: Overview }) {
  const { t } = useTranslation('overview')
  const collections = useCollectionItems(sources)
  const nearLimits = useLimitItems(limits)
  const ratings: AttentionItem[] =
    feedback && feedback.bad > 0
      ? [
          {
            key: 'feedback',
            to: paths.feedback({ rating: 'bad', from: feedback.from }),
            icon: IconThumbDown,
            name: t('attention.feedback'),
            parts: [
              t('attention.bad', { count: feedback.bad, days: feedback.days }),
              ...(feedback.with_reason > 0 ? [t('attention.withReason', { count: feedback.with_reason })] : []),
            ],
          },
        ]
      : []
  const items = [...nearLimits, ...collections, ...ratings]
  const isComplete = sources !== null && feedback !== null && limits !== null
  if (items.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t(isComplete ? 'attention.none' : 'health.unknown')}
      </Text>
    )
  return (
    <ul className={classes.items}>
      {items.map(({ key, to, icon: ItemIcon, name, parts }) => (
        <li key={key}>
          <Link to={to} className={classes.item}>
            <ItemIcon size={18} aria-hidden />
            <span className={classes.words}>
              <span className={classes.name}>{name}</span>
              <span className={classes.text}>{parts.join(' · ')}</span>
            </span>
            <IconChevronRight size={16} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Returns the collections that are named, and the rest as one. */
function useCollectionItems(sources: Overview['sources']): AttentionItem[] {
  const { t } = useTranslation('overview')
  const localized = useLocalized()
  if (sources === null) return []
  const describe = ({ failed, expired, expiring }: Pick<CollectionAttention, 'failed' | 'expired' | 'expiring'>) => [
    ...(failed > 0 ? [t('attention.failed', { count: failed })] : []),
    ...(expired > 0 ? [t('attention.expired', { count: expired })] : []),
    ...(expiring > 0 ? [t('attention.expiring', { count: expiring, days: sources.expiring_days })] : []),
  ]
  const named = sources.collections.map((collection): AttentionItem => {
    const { id, name, failed, expired, expiring } = collection
    const to = paths.collection(id, failed > 0 && expired + expiring === 0 ? { state: 'failed' } : {})
    return { key: id, to, icon: IconBook2, name: localized(name), parts: describe(collection) }
  })
  const countRest = (key: 'failed' | 'expired' | 'expiring') =>
    sources.collections.reduce((remaining, collection) => remaining - collection[key], sources[key])
  const rest = describe({ failed: countRest('failed'), expired: countRest('expired'), expiring: countRest('expiring') })
  if (rest.length === 0) return named
  return [...named, { key: 'rest', to: paths.collections(), icon: IconBook2, name: t('attention.otherCollections'), parts: rest }]
}

/** Returns the limits that are near or reached, and that there are more. */
function useLimitItems(limits: Overview['limits']): AttentionItem[] {
  const { t } = useTranslation('overview')
  const { tag } = useLanguage()
  const localized = useLocalized()
  if (limits === null) return []
  const formatShare = (share: number) => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 }).format(share)
  const describe = ({ used, amount, is_reached: isReached, blocks }: NearUsageLimit['state']) => {
    if (!isReached) return t('attention.limitNear', { share: formatShare(used / amount) })
    return t(blocks ? 'attention.limitBlocks' : 'attention.limitReached')
  }
  const near = limits.near.map(({ rule_id: ruleId, subject, state }): AttentionItem => {
    const to = subject.kind === 'user' ? paths.userLimits(subject.id) : paths.limits()
    const resets = t('attention.limitResets', { when: formatDateTime(parseTime(state.resets_at)) })
    return { key: `${ruleId} ${subject.id}`, to, icon: IconGauge, name: localized(subject.name), parts: [describe(state), resets] }
  })
  if (!limits.has_more) return near
  return [...near, { key: 'more limits', to: paths.userUsage(), icon: IconGauge, name: t('attention.moreLimits'), parts: [] }]
}
