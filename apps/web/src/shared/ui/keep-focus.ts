// A control that removes or disables itself leaves the focus on nothing: the next Tab begins at the top of the page, and a screen reader
// loses its place. This listens to the whole page, so that no control has to think of it.

/** After what the page and Mantine focus themselves: an opened dialog, the field of a new page. */
const settleMs = 50

const controls = 'a[href], button, input, select, textarea, summary, [tabindex]'
const textFields = 'textarea, input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=file])'
/** In these the control before is nearer than whatever follows the group. */
const groups = 'form, fieldset, ul, ol, tbody, [role=list], [role=group], [role=toolbar], [role=search], [role=dialog]'

/** Where a removed control was: behind `previous` in `parent`. */
type Gap = { readonly parent: Element; readonly previous: Node | null }

/** Moves the focus to the nearest control when the one that has it is removed or disabled, and back to one that is enabled again. */
export function keepFocus(page: Document): void {
  let focused: HTMLElement | null = null
  let pathname = ''
  let settling: ReturnType<typeof setTimeout> | undefined
  /** The last focused control outside of dialogs and messages. */
  let outside: HTMLElement | null = null
  /** A disabled control that had the focus, and where it went meanwhile. */
  let off: { control: HTMLElement; substitute: Element | null } | null = null

  page.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    focused = target
    pathname = page.location.pathname
    if (!target.closest('[role=dialog], [role=alert], [role=status]')) outside = target
  })

  page.addEventListener('focusout', ({ target }) => {
    // After a click beside all controls there is no focus to keep.
    setTimeout(() => {
      const isAbandoned = focused === target && page.activeElement !== focused && focused?.isConnected && !focused.matches(':disabled')
      if (isAbandoned) focused = null
    })
  })

  function handleRemoved(gap: Gap | null) {
    if (!isLost(page)) return
    const isArrival = page.location.pathname !== pathname
    if (!isArrival && gap && focusNear(gap)) return
    if (!isArrival && outside?.isConnected && focus(outside)) return
    page.querySelector('main')?.focus({ preventScroll: true })
  }

  function handleDisabled(control: HTMLElement) {
    const kept = { control, substitute: null as Element | null }
    off = kept
    // What is only being saved has the focus again soon.
    if (control.matches('[data-loading]')) return
    setTimeout(() => {
      const { parentElement: parent } = control
      if (isLost(page) && parent && control.matches(':disabled') && focusNear({ parent, previous: control }))
        kept.substitute = page.activeElement
    }, settleMs)
  }

  function handleEnabled({ control, substitute }: NonNullable<typeof off>) {
    off = null
    if (isLost(page) || page.activeElement === substitute) control.focus({ preventScroll: true })
  }

  new MutationObserver((records) => {
    if (off && !off.control.matches(':disabled')) handleEnabled(off)
    if (!focused) return
    if (!focused.isConnected) {
      const gap = findGap(records, focused)
      focused = null
      // The last loss counts: what followed an earlier one may be gone too.
      clearTimeout(settling)
      settling = setTimeout(() => handleRemoved(gap), settleMs)
    } else if (off?.control !== focused && focused.matches(':disabled')) handleDisabled(focused)
  }).observe(page, { subtree: true, childList: true, attributeFilter: ['disabled'] })
}

const isLost = ({ activeElement, body }: Document): boolean => activeElement === null || activeElement === body

function findGap(records: readonly MutationRecord[], element: Element): Gap | null {
  let gap: Gap | null = null
  let removed: Node = element
  for (const { target, removedNodes, previousSibling } of records) {
    // What it was removed with may be removed itself.
    if (!(target instanceof Element) || ![...removedNodes].some((node) => node.contains(removed))) continue
    gap = { parent: target, previous: previousSibling }
    removed = target
  }
  return gap?.parent.isConnected ? gap : null
}

/** Focuses what the surroundings of the gap offer, from the inside outwards; returns false when nothing does before the page itself. */
function focusNear({ parent, previous }: Gap): boolean {
  const gap = document.createRange()
  if (previous?.parentNode === parent) gap.setStartAfter(previous)
  else gap.setStart(parent, 0)
  for (
    let scope: Element | null = parent;
    scope && !scope.matches('main, body') && !scope.querySelector('main');
    scope = scope.parentElement
  ) {
    const home = scope.matches('[data-focus-home]') ? scope : scope.querySelector('[data-focus-home]')
    if (home && focus(home)) return true
    const all = [...scope.querySelectorAll(controls)].filter(isOffered)
    const following = all.filter((control) => gap.comparePoint(control, 0) > 0)
    const preceding = scope.matches(groups) ? all.filter((control) => gap.comparePoint(control, 0) < 0).toReversed() : []
    if ([...following, ...preceding].some(focus)) return true
  }
  return false
}

/** On a phone, a text field would open the keyboard over the page. */
const isOffered = (control: Element): boolean =>
  control instanceof HTMLElement &&
  control.tabIndex >= 0 &&
  !control.closest('[hidden], [inert], [aria-hidden=true], :disabled') &&
  !(control.matches(textFields) && window.matchMedia('(hover: none)').matches)

/** Returns whether the element took the focus: one that is not rendered does not. */
function focus(element: Element): boolean {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
  return document.activeElement === element
}
