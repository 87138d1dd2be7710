// Marks in the page what was found, as rows come and go, and scrolls to the occurrence that is shown.
import { fold } from '@heddle/text/language/folding'
import { findMarks } from '@heddle/text/language/marks'
import { useEffect } from 'react'
import { readElementText } from '#shared/element-text.ts'
import { oncePerFrame } from '#shared/external-store.ts'
import type { Occurrence } from './occurrences.ts'

/** The names of the highlights in FindBar.module.css. */
const names = { all: 'found', shown: 'found-shown' }
/** The list measures its rows while it scrolls to one, and scrolls again. */
const stillFrames = 3

/** Returns the ranges of the text in a message. */
function findRanges(message: Element, keyword: string): Range[] {
  return [...message.querySelectorAll<HTMLElement>('[data-message-text]')].flatMap((element) => {
    const { text, toRange } = readElementText(element)
    return findMarks(text, [keyword])
      .map(([from, to]) => toRange(from, to))
      .filter((range) => range !== null)
  })
}

/** Returns the occurrence; of one that the page draws in another way than it was searched, as a formula, the last before it. */
function findShown(scroller: HTMLElement, keyword: string, { messageId, nth }: Occurrence): Range | null {
  const message = scroller.querySelector(`[data-message="${CSS.escape(messageId)}"]`)
  const ranges = message ? findRanges(message, keyword) : []
  return ranges[nth] ?? ranges.at(-1) ?? null
}

function mark(scroller: HTMLElement, keyword: string, shown: Range | null) {
  // Safari before 17.2 and Firefox before 140 have no highlights.
  if (!('highlights' in CSS)) return
  const ranges = [...scroller.querySelectorAll('[data-message]')].flatMap((message) => findRanges(message, keyword))
  CSS.highlights.set(names.all, new Highlight(...ranges))
  const highlight = new Highlight(...(shown ? [shown] : []))
  highlight.priority = 1
  CSS.highlights.set(names.shown, highlight)
}

/** Calls `then` when the element has stopped scrolling. */
function whenStill(scroller: HTMLElement, signal: AbortSignal, then: () => void) {
  let [top, frames] = [scroller.scrollTop, 0]
  const look = () => {
    if (signal.aborted) return
    frames = scroller.scrollTop === top ? frames + 1 : 0
    top = scroller.scrollTop
    if (frames >= stillFrames) then()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

function reveal(scroller: HTMLElement, range: Range) {
  // Of a question that is folded.
  const folded = range.startContainer.parentElement?.closest('[data-folded]')
  folded?.parentElement?.querySelector<HTMLElement>('[aria-expanded=false]')?.click()
  const view = scroller.getBoundingClientRect()
  const { top, bottom } = range.getBoundingClientRect()
  const third = view.height / 3
  if (folded || top < view.top + third / 2 || bottom > view.bottom - third / 2)
    scroller.scrollBy({ top: range.getBoundingClientRect().top - view.top - third, behavior: 'instant' })
}

/** Marks a text in the messages; none for ''. */
export function useFoundMarks(scroller: HTMLElement, text: string, occurrence: Occurrence | null): void {
  useEffect(() => {
    const keyword = fold(text)
    if (keyword === '') return
    const leaving = new AbortController()
    let isRevealed = occurrence === null
    const update = oncePerFrame(requestAnimationFrame, () => {
      if (leaving.signal.aborted) return
      const shown = occurrence && findShown(scroller, keyword, occurrence)
      mark(scroller, keyword, shown)
      if (isRevealed || !shown) return
      isRevealed = true
      whenStill(scroller, leaving.signal, () => {
        const range = occurrence && findShown(scroller, keyword, occurrence)
        if (range) reveal(scroller, range)
      })
    })
    update()
    const observer = new MutationObserver(update)
    observer.observe(scroller, { childList: true, subtree: true, characterData: true })
    return () => {
      leaving.abort()
      observer.disconnect()
      if ('highlights' in CSS) for (const name of Object.values(names)) CSS.highlights.delete(name)
    }
  }, [scroller, text, occurrence])
}
