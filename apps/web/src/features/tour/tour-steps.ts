/** The steps of the tour, by the names of the elements of the chat page that they explain (`data-tour`). */
export const tourSteps = ['experts', 'composer', 'files', 'choices', 'menu', 'history', 'account'] as const

export type TourStep = (typeof tourSteps)[number]

/** Returns the element of a step; null when the screen does not show it, as a phone shows no history. */
export function findTourElement(step: TourStep): Element | null {
  const element = document.querySelector(`[data-tour="${step}"]`)
  return element?.checkVisibility() ? element : null
}

/** Returns the next step whose element is shown, or with `direction` -1 the one before; null at the end. */
export function findStep(from: number, direction: 1 | -1): number | null {
  for (let index = from + direction; index >= 0 && index < tourSteps.length; index += direction) {
    const step = tourSteps[index]
    if (step && findTourElement(step)) return index
  }
  return null
}
