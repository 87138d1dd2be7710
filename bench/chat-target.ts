// Messages to the API, each the first of a new chat.
import { randomUUID } from 'node:crypto'
import type { Target } from './load.ts'
import { formatModelName, type Scenario } from './replies.ts'
import type { World } from './world.ts'

/** Returns the target of a scenario's messages to the API at `url`, in new chats of the world; each stream has users of its own. */
export async function createChatTarget(url: string, world: World, scenario: Scenario): Promise<Target> {
  const people = world.accessTokens.length
  const chats = await world.createChats(formatModelName(scenario), people * (scenario.rounds + 1))
  const rounds = new Map<number, number>()
  return {
    next(slot) {
      const round = rounds.get(slot) ?? 0
      rounds.set(slot, round + 1)
      return {
        url: new URL(`/api/v1/chat/${chats[slot + round * people]}/message_stream`, url),
        headers: { authorization: `Bearer ${world.accessTokens[slot]}` },
        body: JSON.stringify({ content: 'Which fibre is the strongest?', client_message_id: randomUUID(), version: 0 }),
      }
    },
    textEvent: /^data: \{"type":"delta","text":"([^"]*)"/,
    end: 'event: done',
    tokens: scenario.tokens,
  }
}
