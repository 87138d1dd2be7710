// What the form of a share has, and what is sent of it.
import type { ChatShare, ShareAudience, ShareInput } from '@heddle/contracts/chat/share'
import { limits } from '@heddle/contracts/limits'
import type { LocalizedText } from '@heddle/contracts/wire'

export type Reader = { id: string; name: LocalizedText }

const defaultDays = `${limits.shareDays}` as const
export const shareDays = ['7', defaultDays, '90', '365'] as const
/** How long, in days; `kept` is as long as the share that is changed goes on now. */
export type ShareEnd = (typeof shareDays)[number] | 'none' | 'kept'

export type ShareValues = {
  audience: ShareAudience
  groups: Reader[]
  people: Reader[]
  mode: 'live' | 'until_message'
  end: ShareEnd
}

/** Returns what the form begins with: that of the share which is changed, else users to be named. */
export const toShareValues = (share: ChatShare | null): ShareValues => ({
  audience: share?.audience ?? 'people',
  groups: share?.groups ?? [],
  people: share?.people ?? [],
  mode: share?.until_message_id ? 'until_message' : 'live',
  end: share ? (share.expires_at === null ? 'none' : 'kept') : defaultDays,
})

const dayMs = 86_400_000

/** Returns when a share ends that begins or changes now; null for no end. */
export function computeEnd(end: ShareEnd, kept: string | null, now: Date): string | null {
  if (end === 'none') return null
  return end === 'kept' ? kept : new Date(now.getTime() + Number(end) * dayMs).toISOString()
}

/** Returns what is sent; null as long as no reader is chosen. The end is not part of it: it counts from when it is sent. */
export function toShareInput(values: ShareValues, extent: { until_message_id: string | null }): ShareInput | null {
  const { audience, groups, people } = values
  if (audience === 'tenant') return { audience, ...extent }
  if (audience === 'groups') return groups.length === 0 ? null : { audience, group_ids: groups.map(({ id }) => id), ...extent }
  return people.length === 0 ? null : { audience, user_ids: people.map(({ id }) => id), ...extent }
}
