// What personal instructions cost before the first token: replies of one reader without any, with texts of a paragraph, and with the longest.
import { createDatabase, type PrismaClient } from '@heddle/db/client'
import { limits } from '@heddle/contracts/limits'
import { createChatTarget } from '../load/chat-target.ts'
import { measureLoadedReplies } from '../load/scenario.ts'
import { percentile } from '../load/load.ts'
import { formatNumber, printNote, printTable } from '../report.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { createWorld, type World } from '../testbed/world.ts'

/** Many short turns: what else the machine does, and what the process has compiled by then, is the same for those of a round. */
const turnCounts = { full: 120, quick: 30 }
const roundsPerTurn = 10

const kinds = ['without', 'paragraphs', 'longest'] as const
type Kind = (typeof kinds)[number]

const paragraphCharacters = 400

const fill = (text: string, characters: number) => text.repeat(Math.ceil(characters / text.length)).slice(0, characters)

export async function runInstructions(bed: Testbed): Promise<void> {
  const api = await bed.startApi()
  const db = createDatabase({ url: bed.databaseUrl, poolSize: 2 })
  const world = await createWorld(bed.databaseUrl, bed.secretKey, 1)
  const scenario = { concurrency: 1, rounds: roundsPerTurn, tokens: 20, tokensPerSecond: 0 }
  const turns = turnCounts[bed.isQuick ? 'quick' : 'full']
  const firstTokens: Record<Kind, number[]> = { without: [], paragraphs: [], longest: [] }
  const cpu: Record<Kind, number[]> = { without: [], paragraphs: [], longest: [] }
  try {
    const instructions = await createInstructions(db, world)
    for (let turn = 0; turn < turns; turn += 1) {
      // Each turn in another order: the machine may get slower meanwhile.
      for (const kind of turn % 2 === 0 ? kinds : kinds.toReversed()) {
        if (kind !== 'without') await instructions.write(kind === 'paragraphs' ? paragraphCharacters : Infinity)
        const target = await createChatTarget(api.url, world, scenario)
        const change = kind === 'without' ? { usesInstructions: false } : { folderId: instructions.folderId }
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
  const ratioOf = (kind: Kind) => median(firstTokens[kind].map((value, turn) => value / (firstTokens.without[turn] ?? Number.NaN)))
  printTable(
    `First token of ${turns * roundsPerTurn} replies a row`,
    ['', 'p50 ms', '×', 'CPU of the API a reply, ms', '×'],
    kinds.map((kind) => [
      kind,
      formatNumber(median(firstTokens[kind])),
      ratioOf(kind).toFixed(2),
      formatNumber(mean(cpu[kind])),
      (mean(cpu[kind]) / mean(cpu.without)).toFixed(2),
    ]),
  )
  printNote(
    `Medians of ${turns} turns of ${roundsPerTurn} replies each, of the CPU the mean; the ratio of the first token is that of the turns of a round. The two texts of the person and those of two folders have ${paragraphCharacters} characters each, or as many as they may have.`,
  )
}

/** Creates the instructions that one person may have, of which the texts are written by `write`. */
async function createInstructions(db: PrismaClient, { tenantId }: World) {
  const { id: ownerId } = await db.user.findFirstOrThrow({ where: { tenantId } })
  await db.userSetting.create({ data: { userId: ownerId } })
  const outer = await db.chatFolder.create({ data: { tenantId, ownerId, position: 0, name: 'Trials' } })
  const inner = await db.chatFolder.create({ data: { tenantId, ownerId, position: 0, name: 'March', parentId: outer.id } })

  async function write(characters: number) {
    const text = fill('Give values with their units, and name the standard. ', Math.min(characters, limits.personalInstructionsCharacters))
    const instructions = fill(
      'These are trials of warp yarn on the second loom. ',
      Math.min(characters, limits.folderInstructionsCharacters),
    )
    await db.userSetting.updateMany({ where: { userId: ownerId }, data: { aboutMe: text, howToAnswer: text } })
    await db.chatFolder.updateMany({ where: { ownerId }, data: { instructions } })
  }

  return { folderId: inner.id, write }
}
