// What replies show of their models is kept with these: the next call of any process goes by it, and administrators see it.
import type { PrismaClient } from '@heddle/db/client'
import type { FastifyBaseLogger } from 'fastify'
import type { ModelFinding } from '../../../platform/inference/call/model-client.ts'
import type { ObserveFinding } from '../../../platform/inference/call-observer.ts'
import { isPossibleFinding } from './finding.rules.ts'
import { saveFinding, saveRefusedParameter } from './model-finding.sql.ts'

type FindingDependencies = { readonly db: PrismaClient; readonly log: FastifyBaseLogger; readonly now: () => Date }

const maxRemembered = 1_000

/** Returns what is told of each finding: it never throws, and no reply waits for it. */
export function createReplyFindings({ db, log, now }: FindingDependencies): ObserveFinding {
  /** What was written lately, with the settings that it was found beside: replies find it again and again. */
  const written = new Set<string>()

  function write(modelId: string, finding: ModelFinding): Promise<boolean> {
    const found = { at: now(), source: 'reply' } as const
    if (finding.setting === 'refused_parameters') return saveRefusedParameter(db, modelId, finding.value, found)
    return saveFinding(db, modelId, finding.setting, finding.value, found)
  }

  return ({ id, revision, contextTokens, maxOutputTokens, reasoningFormat, refusedParameters }, finding) => {
    if (!isPossibleFinding(finding)) return
    const key = JSON.stringify([id, revision, contextTokens, maxOutputTokens, reasoningFormat, refusedParameters, finding])
    if (written.has(key)) return
    if (written.size >= maxRemembered) written.clear()
    written.add(key)
    write(id, finding).then(
      (isNew) => {
        if (isNew) log.info({ modelId: id, ...finding }, 'A reply showed a setting of its model')
      },
      (error: unknown) => {
        written.delete(key)
        log.warn({ modelId: id, err: error }, 'What a reply showed of its model was not kept')
      },
    )
  }
}
