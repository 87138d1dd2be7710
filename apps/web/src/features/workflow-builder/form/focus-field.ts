/** The field that takes the focus once the form of its node is on the screen. */
let awaited: { readonly nodeId: string; readonly path: string } | null = null

/** Focuses a field of a node by its path: immediately when the form is open, else as soon as it is. */
export function focusField(nodeId: string, path: string): void {
  awaited = { nodeId, path }
  const form = document.querySelector(`[data-form-of="${nodeId}"]`)
  if (form) focusAwaitedField(nodeId, form)
}

/** Gives the focus to the field that waits for this form. */
export function focusAwaitedField(nodeId: string, form: Element): void {
  if (awaited?.nodeId !== nodeId) return
  const { path } = awaited
  awaited = null
  // A path may have characters that a selector has to escape.
  const field = [...form.querySelectorAll<HTMLElement>('[data-path]')].find(({ dataset }) => dataset['path'] === path)
  const input = field?.querySelector<HTMLElement>('input, textarea') ?? field?.querySelector('button')
  input?.focus()
}
