export function AssistantsPage() {
  return null
}
