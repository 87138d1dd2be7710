// What personal instructions cost before the first token: replies of one reader with all of them, in turn with replies without any.
import { createDatabase, type PrismaClient } from '@heddle/db/client'
import { limits } from '@heddle/contracts/limits'
import { createChatTarget } from '../load/chat-target.ts'
import { measureLoadedReplies } from '../load/scenario.ts'
import { percentile } from '../load/load.ts'
import { formatNumber, printNote, printTable } from '../report.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { createWorld, type World } from '../testbed/world.ts'

/** Many short turns: what else the machine does, and what the process has compiled by then, is the same for both of a pair. */
const pairs = { full: 120, quick: 30 }
const roundsPerTurn = 10

const fill = (text: string, characters: number) => text.repeat(Math.ceil(characters / text.length)).slice(0, characters)

export async function runInstructions(bed: Testbed): Promise<void> {
  const api = await bed.startApi()
  const db = createDatabase({ url: bed.databaseUrl, poolSize: 2 })
  const world = await createWorld(bed.databaseUrl, bed.secretKey, 1)
  const scenario = { concurrency: 1, rounds: roundsPerTurn, tokens: 20, tokensPerSecond: 0 }
  const turns = pairs[bed.isQuick ? 'quick' : 'full']
  const firstTokens = { without: [] as number[], with: [] as number[] }
  const cpu = { without: [] as number[], with: [] as number[] }
  try {
    const folderId = await writeInstructions(db, world)
    for (let turn = 0; turn < turns; turn += 1) {
      // Each pair in the other order: the machine may get slower meanwhile.
      for (const kind of turn % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
        const target = await createChatTarget(api.url, world, scenario)
        const change = kind === 'with' ? { folderId } : { usesInstructions: false }
        await db.chat.updateMany({ where: { tenantId: world.tenantId, version: 0 }, data: change })
        const { firstTokenP50, serverCpu, errors, firstError } = await measureLoadedReplies(scenario, target, { server: api.pid })
        if (errors > 0) throw new Error(firstError)
        firstTokens[kind].push(firstTokenP50)
        cpu[kind].push((serverCpu * scenario.tokens) / 1_000)
      }
    }
  } finally {
    await world.close()
    await db.$disconnect()
    await api.stop()
  }
  const median = (values: readonly number[]) => percentile(values, 0.5)
  // Linux counts it in hundredths of a second, a fifth of what a turn takes: only the sum of many says anything.
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const row = (name: string, kind: 'without' | 'with') => [name, formatNumber(median(firstTokens[kind])), formatNumber(mean(cpu[kind]))]
  const ratios = firstTokens.with.map((value, turn) => value / (firstTokens.without[turn] ?? Number.NaN))
  printTable(
    `First token of ${turns * roundsPerTurn} replies a side`,
    ['', 'p50 ms', 'CPU of the API a reply, ms'],
    [
      row('without instructions', 'without'),
      row('with all of them', 'with'),
      ['ratio', `${median(ratios).toFixed(2)} ×`, `${(mean(cpu.with) / mean(cpu.without)).toFixed(2)} ×`],
    ],
  )
  printNote(
    `Medians of ${turns} turns of ${roundsPerTurn} replies each, of the CPU the mean; the ratio of the first token is that of the two turns of a pair. Both texts of the person and those of two folders are as long as they may be.`,
  )
}

/** Writes all instructions that one person may have, and returns the inner folder. */
async function writeInstructions(db: PrismaClient, { tenantId }: World): Promise<string> {
  const { id: ownerId } = await db.user.findFirstOrThrow({ where: { tenantId } })
  const text = fill('Give values with their units, and name the standard. ', limits.personalInstructionsCharacters)
  const instructions = fill('These are trials of warp yarn on the second loom. ', limits.folderInstructionsCharacters)
  await db.userSetting.create({ data: { userId: ownerId, aboutMe: text, howToAnswer: text } })
  const folder = { tenantId, ownerId, position: 0, instructions }
  const outer = await db.chatFolder.create({ data: { ...folder, name: 'Trials' } })
  const inner = await db.chatFolder.create({ data: { ...folder, name: 'March', parentId: outer.id } })
  return inner.id
}
