/**
 * The tours: of the chat page, and for administrators of the home page. Their steps are the names of the elements that they explain
 * (`data-tour`); the first one is always there.
 */
export const tours = {
  chat: ['experts', 'composer', 'files', 'choices', 'menu', 'history', 'account'],
  setUp: ['overview', 'set-up', 'tools', 'administration', 'help'],
} as const

export type TourName = keyof typeof tours
export type TourStep = (typeof tours)[TourName][number]

/** Returns the element of a step; null when the screen does not show it, as a phone shows no history. */
export function findTourElement(step: TourStep): Element | null {
  const element = document.querySelector(`[data-tour~="${step}"]`)
  return element?.checkVisibility() ? element : null
}

/** Returns the next step whose element is shown, or with `direction` -1 the one before; null at the end. */
export function findStep(steps: readonly TourStep[], from: number, direction: 1 | -1): number | null {
  for (let index = from + direction; index >= 0 && index < steps.length; index += direction) {
    const step = steps[index]
    if (step && findTourElement(step)) return index
  }
  return null
}
