export function SecretLoginPage() {
  return null
}
