/** Focuses the input of a field of the open form, by its path, once the form is on the screen. */
export function focusField(path: string): void {
  requestAnimationFrame(() => {
    const field = document.querySelector(`[data-path="${CSS.escape(path)}"]`)
    const input = field?.querySelector<HTMLElement>('input, textarea') ?? field?.querySelector('button')
    input?.focus()
  })
}
