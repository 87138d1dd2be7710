// The numbers and the small decisions of a reply's life, each in one place.
import { limits } from '@heddle/contracts/limits'

/** How long the process of a reply may be silent before the reply counts as orphaned. */
export const leaseSeconds = 15
/** Between the beginnings of two saves, at least. What arrives faster is saved, and shown, together. */
export const saveIntervalMs = 10
/** Between two saves, at least this much of the time that the one before took: saving then takes at most a quarter of the time. */
export const restPerSave = 3
/** A chunk of a running reply ends when it is this old, or has this many UTF-16 units. */
export const chunkIntervalMs = 1_000
export const chunkCharacters = 2_000
/** Between two renewals of a lease, each of which also looks for a request to stop. */
export const renewIntervalMs = 1_000
/** Between two looks at a reply that runs elsewhere, should its notifications get lost. */
export const pollIntervalMs = 1_000
/** UTF-16 units of what nodes came to, as JSON, that are kept for a reply that may be continued. */
export const maxOutcomesLength = 65_536
/** When a temporary chat `c` that is used now ends, as SQL. */
export const temporaryEnd = `least(c.created_at + interval '${limits.temporaryChatHours} h', now() + interval '${limits.temporaryChatIdleMinutes} min')`
