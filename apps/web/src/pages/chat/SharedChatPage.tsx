export function SharedChatPage() {
  return <main />
}
