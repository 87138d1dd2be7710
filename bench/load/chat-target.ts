// Messages to the API, each the first of a new chat.
import { randomUUID } from 'node:crypto'
import type { LoadTarget } from './load.ts'
import { formatModelName, type Scenario } from './scenario.ts'
import type { World } from '../testbed/world.ts'

/**
 * Returns the target of a scenario's messages to the API at `url`, in new chats. Replies that run at once are of different users of the
 * world, which has at least one for each stream. Without an assistant, it is one that only passes the question to its model.
 */
export async function createChatTarget(url: string, world: World, scenario: Scenario, assistantId?: string): Promise<LoadTarget> {
  const { concurrency, rounds, tokens } = scenario
  const chats = await world.createChats(formatModelName(scenario), concurrency * (rounds + 1), assistantId)
  const begun = new Map<number, number>()
  return {
    next(slot) {
      const round = begun.get(slot) ?? 0
      begun.set(slot, round + 1)
      const index = slot + round * concurrency
      return {
        url: new URL(`/api/v1/chat/${chats[index]}/message_stream`, url),
        headers: { authorization: `Bearer ${world.getAccessToken(index)}` },
        body: JSON.stringify({ content: 'Which fibre is the strongest?', client_message_id: randomUUID(), version: 0 }),
      }
    },
    textEvent: /^data: \{"type":"delta","text":"([^"]*)"/,
    end: 'event: done',
    tokens,
  }
}
