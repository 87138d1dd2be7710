// Saves a draft a second after its last change, one request at a time, and keeps a copy in the browser until it is saved.
import { ApiError } from '#shared/api/errors.ts'
import { onSessionChange } from '#shared/api/session-storage.ts'
import { createStore, type Store } from '#shared/external-store.ts'
import type { Draft } from '../graph/draft.ts'
import { hasSameGraph, mergeDrafts } from '../graph/merge.ts'

export type SavedDraft = { readonly draft: Draft; readonly revision: number }
/** An unsaved draft with the saved one that it began with. */
export type DraftCopy = { readonly base: SavedDraft; readonly draft: Draft }
/** Another user saved meanwhile. */
export type DraftConflict = { readonly base: SavedDraft; readonly mine: Draft; readonly theirs: SavedDraft }

export type SavingStatus = 'saved' | 'unsaved' | 'saving' | 'failed' | 'refused' | 'conflict'
export type SavingState = {
  readonly status: SavingStatus
  readonly saved: SavedDraft
  readonly conflict: DraftConflict | null
  /** The last failure, until a save succeeds. */
  readonly error: unknown
}

type Ports = {
  /** Returns the new revision. Throws `REVISION_MISMATCH` for a stale one. */
  readonly save: (draft: Draft, revision: number) => Promise<number>
  readonly load: () => Promise<SavedDraft>
  /** Replaces the copy in the browser; null removes it. */
  readonly keep: (copy: DraftCopy | null) => Promise<void>
  /** Called with a merge that no user has to decide. */
  readonly onMerged: (draft: Draft) => void
}

export const quietMs = 1_000
const retryMs = 5_000

/** Counts the sessions of this tab. A saver goes on after its page is left, and must not save in the name of the next account. */
let session = 0
onSessionChange(() => {
  session += 1
})

export class DraftSaver {
  readonly subscribe: Store<SavingState>['subscribe']
  readonly read: () => SavingState
  private readonly update: (change: Partial<SavingState>) => void
  private current: Draft
  private timer: ReturnType<typeof setTimeout> | null = null
  private inFlight: Promise<number | null> | null = null
  private isCopied = true
  private copying: Promise<void> = Promise.resolve()
  private readonly ports: Ports
  private readonly session = session

  constructor(saved: SavedDraft, ports: Ports) {
    this.ports = ports
    this.current = saved.draft
    const { subscribe, read, update } = createStore<SavingState>({ status: 'saved', saved, conflict: null, error: null })
    this.subscribe = subscribe
    this.read = read
    this.update = update
  }

  /** Saves by timer until the returned function is called, which saves the rest at once. */
  start(): () => void {
    document.addEventListener('visibilitychange', this.handleVisibility)
    if (this.isDirty()) this.schedule(quietMs)
    return () => {
      document.removeEventListener('visibilitychange', this.handleVisibility)
      this.clearTimer()
      if (!document.hidden) void this.save()
    }
  }

  /** Whether closing the page now would lose a change. */
  isAtRisk(): boolean {
    return this.isDirty() && !this.isCopied
  }

  change(draft: Draft): void {
    if (draft === this.current) return
    this.current = draft
    this.keepCopy()
    if (this.read().conflict) return
    if (!this.inFlight) this.update({ status: this.isDirty() ? 'unsaved' : 'saved' })
    if (this.isDirty()) this.schedule(quietMs)
    else this.clearTimer()
  }

  /** Takes the revision of a change that left the graph as it was, such as one of the settings. */
  acceptRevision({ draft, revision }: SavedDraft): void {
    const { saved } = this.read()
    if (revision > saved.revision && hasSameGraph(draft, saved.draft)) this.update({ saved: { ...saved, revision } })
  }

  /** Opens the comparison with a draft that is newer than the one that `mine` began with. */
  compare(conflict: DraftConflict): void {
    this.current = conflict.mine
    this.clearTimer()
    this.update({ status: 'conflict', saved: conflict.base, conflict })
    this.keepCopy()
  }

  /** Ends the conflict: the merged draft is what follows their version. */
  resolve(merged: Draft): void {
    const { conflict } = this.read()
    if (!conflict) return
    this.update({ saved: conflict.theirs, conflict: null, status: 'unsaved' })
    this.change(merged)
    void this.save()
  }

  /** Saves now, after the save in flight. Returns the saved revision; null when it could not be saved. */
  async save(): Promise<number | null> {
    while (this.inFlight) await this.inFlight
    this.clearTimer()
    if (this.read().conflict) return null
    if (!this.isDirty()) {
      this.update({ status: 'saved' })
      return this.read().saved.revision
    }
    this.inFlight = this.send()
    return this.inFlight
  }

  private async send(): Promise<number | null> {
    const sent = this.current
    this.update({ status: 'saving' })
    try {
      const revision = await this.ports.save(sent, this.read().saved.revision)
      this.acceptSaved({ draft: sent, revision })
      return this.isDirty() ? null : revision
    } catch (error) {
      await this.handleFailure(error)
      return null
    } finally {
      this.inFlight = null
    }
  }

  private acceptSaved(saved: SavedDraft): void {
    this.update({ saved, error: null, status: this.current === saved.draft ? 'saved' : 'unsaved' })
    this.keepCopy()
    if (this.isDirty()) this.schedule(quietMs)
  }

  private isDirty(): boolean {
    return this.current !== this.read().saved.draft
  }

  private async handleFailure(error: unknown): Promise<void> {
    if (error instanceof ApiError && error.code === 'REVISION_MISMATCH') return this.meetTheirs()
    const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429
    this.update({ status: isRefused ? 'refused' : 'failed', error })
    if (!isRefused) this.schedule(retryMs)
  }

  private async meetTheirs(): Promise<void> {
    let theirs: SavedDraft
    try {
      theirs = await this.ports.load()
    } catch (error) {
      this.update({ status: 'failed', error })
      return this.schedule(retryMs)
    }
    const base = this.read().saved
    const mine = this.current
    if (!hasSameGraph(theirs.draft, base.draft) && !hasSameGraph(theirs.draft, mine)) return this.compare({ base, mine, theirs })
    // Only positions differ, or the same was saved twice.
    this.update({ saved: theirs, status: 'unsaved' })
    const merged = mergeDrafts(base.draft, mine, theirs.draft)
    this.change(merged)
    this.ports.onMerged(merged)
    this.schedule(0)
  }

  private keepCopy(): void {
    this.isCopied = false
    const copy = this.isDirty() ? { base: this.read().saved, draft: this.current } : null
    const copied = this.current
    this.copying = this.copying
      .then(() => (copied === this.current ? this.ports.keep(copy) : undefined))
      .then(
        () => {
          if (copied === this.current) this.isCopied = true
        },
        () => undefined,
      )
  }

  private schedule(ms: number): void {
    this.clearTimer()
    this.timer = setTimeout(() => {
      this.timer = null
      // A hidden tab may be hours old; it saves when it is seen again.
      if (!document.hidden && this.session === session) void this.save()
    }, ms)
  }

  private clearTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
  }

  private readonly handleVisibility = (): void => {
    if (!document.hidden && this.isDirty() && this.timer === null) this.schedule(quietMs)
  }
}
