// Temporary chats, and what is done in them over HTTP.
import type { Chat } from '@heddle/contracts/chat/chat'
import type { UploadResult } from '@heddle/contracts/chat/chat-file'
import { createForm } from '../files/form.ts'
import type { ChatApp } from './chat-app.ts'

type Person = Awaited<ReturnType<ChatApp['createPerson']>>

export const chatUrl = (chat: { id: string }, path = '') => `/api/v1/chat/${chat.id}${path}`

export const readChat = async (person: Person, chat: { id: string }) => (await person.get(chatUrl(chat))).json<{ chat: Chat }>().chat

export async function beginTemporary(person: Person, assistantId: string): Promise<Chat> {
  const response = await person.post('/api/v1/chat', { chat: { assistant_id: assistantId, temporary: true } })
  if (response.statusCode !== 200) throw new Error(`The chat was not created: ${response.body}`)
  return response.json<{ chat: Chat }>().chat
}

export async function createTemporary(app: ChatApp) {
  const scene = await app.createScene()
  return { ...scene, chat: await beginTemporary(scene.person, scene.assistant.id) }
}

/** Asks the model to say the text again; returns how the chat stands then. */
export async function say(app: ChatApp, person: Person, chat: { id: string; version: number }, text: string, fault = 'tps=0') {
  const reader = await app.send(person, chat, { content: `${text} [[demo:echo,${fault}]]` })
  const { version, message, status } = await reader.done()
  return { id: chat.id, version, message, status, events: reader.events }
}

export async function upload(app: ChatApp, person: Person, chat: { id: string }, name: string, content: string) {
  const { headers, payload } = createForm([{ name, content }])
  const response = await app.app.inject({
    method: 'POST',
    url: chatUrl(chat, '/file'),
    headers: { ...person.headers, ...headers },
    payload,
  })
  const [file] = response.json<{ results: UploadResult[] }>().results
  if (file?.state !== 'ready') throw new Error(`Not taken: ${response.body}`)
  return file
}
