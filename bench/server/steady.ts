// A load that a core carries, for ten minutes: how late the text is at worst, whether memory and cost stay, and what waited for what.
import { setTimeout as delay } from 'node:timers/promises'
import { claimPort } from '../../scripts/processes/port.ts'
import { createChatTarget } from '../load/chat-target.ts'
import { createDurations, readReply } from '../load/load.ts'
import { printNote } from '../report.ts'
import { createInspectOptions } from '../testbed/inspector.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { createWorld } from '../testbed/world.ts'
import { readCarried } from './carried-streams.ts'
import { printSteady } from './steady-report.ts'
import { type SecondOfTokens, watchSteady } from './steady-watch.ts'

const minutes = { full: 10, quick: 1 }
const shareOfCarried = 0.8
/** Who asks again after as many replies of a stream. */
const peopleAStream = 5
/** Before the next question of a stream whose reply has failed: an API that refuses is not asked without end. */
const errorPauseMs = 1_000
/** A token that was longer on its way makes its second one of a stall. */
const stallMs = 500

async function chooseStreams(): Promise<number> {
  const given = Number(process.env.STREAMS)
  if (given > 0) return given
  const carried = await readCarried()
  if (carried === undefined) throw new Error('Set STREAMS, or run the part `streams` first.')
  return Math.max(1, Math.round(carried * shareOfCarried))
}

/** Keeps so many replies running, each the first of a new chat, and prints what was seen. */
export async function runSteady(bed: Testbed): Promise<void> {
  const concurrency = await chooseStreams()
  const duration = minutes[bed.isQuick ? 'quick' : 'full'] * 60
  const scenario = { tokens: 200, tokensPerSecond: 50 }
  const replySeconds = scenario.tokens / scenario.tokensPerSecond
  // A reply's first token does not wait, and the first two replies of a stream are the ramp and the warming.
  const rounds = Math.ceil(duration / (replySeconds - 1 / scenario.tokensPerSecond)) + 3
  const inspectorPort = await claimPort('127.0.0.1', 0)
  const api = await bed.startApi(createInspectOptions(inspectorPort))
  const world = await createWorld(bed.databaseUrl, bed.secretKey, peopleAStream * concurrency)
  try {
    const target = await createChatTarget(api.url, world, { ...scenario, concurrency, rounds })
    const [firstTokens, transits] = [createDurations(), createDurations()]
    const ofTokens: SecondOfTokens[] = Array.from({ length: duration }, () => ({ late: 0, longestMs: 0 }))
    let [tokens, replies, errors] = [0, 0, 0]
    let firstError: string | undefined
    const begin = performance.now() + 2 * replySeconds * 1000
    const end = begin + duration * 1000

    function onTransit(milliseconds: number) {
      const second = ofTokens[Math.floor((performance.now() - begin) / 1000)]
      if (!second) return
      tokens += 1
      transits.record(milliseconds)
      second.longestMs = Math.max(second.longestMs, milliseconds)
      if (milliseconds > stallMs) second.late += 1
    }

    async function keepReplying(slot: number) {
      await delay((replySeconds * 1000 * slot) / concurrency)
      while (performance.now() < end) {
        const isCounted = performance.now() >= begin
        const { firstTokenMs, error } = await readReply(target, slot, onTransit)
        if (error !== undefined) await delay(errorPauseMs)
        if (!isCounted) continue
        replies += 1
        if (error === undefined) firstTokens.record(firstTokenMs)
        else errors += 1
        firstError ??= error
      }
    }

    const running = Array.from({ length: concurrency }, (_, slot) => keepReplying(slot))
    const watched = {
      databaseUrl: bed.databaseUrl,
      postgresPid: bed.postgresPid,
      apiPid: api.pid,
      inspectorPort,
      countTokens: () => tokens,
    }
    const [record] = await Promise.all([watchSteady(watched, begin, duration), ...running])
    printSteady({ concurrency, ...scenario, replies, errors, firstTokens, transits, ofTokens, ...record })
    if (firstError !== undefined) printNote(`First error: ${firstError}`)
  } finally {
    await world.close()
    await api.stop()
  }
}
