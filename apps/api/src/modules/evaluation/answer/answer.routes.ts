import { compareEvalRuns, exportEvalRun, judgeEvalAnswer, queryEvalRows } from '@heddle/contracts/evaluation/eval-answer'
import { Readable } from 'node:stream'
import type { App } from '../../../platform/http/app-instance.ts'
import { sendMadeFile, sendWorkbook } from '../../../platform/http/table/table-download.ts'
import type { StreamAuthority } from '../../../platform/permissions/stream-authority.ts'
import type { AnswerService } from './answer.service.ts'
import type { ComparisonService } from './comparison.service.ts'
import { listSheets, writeJson } from './run-export.ts'

type AnswerRouteDependencies = {
  readonly evalAnswers: AnswerService
  readonly comparisons: ComparisonService
  readonly streamAuthority: StreamAuthority
  readonly now: () => Date
}

export function answerRoutes(app: App, { evalAnswers, comparisons, streamAuthority, now }: AnswerRouteDependencies) {
  app.route({ ...queryEvalRows, handler: ({ actor, params, body }) => evalAnswers.queryEvalRows(actor, params, body) })

  app.route({
    ...judgeEvalAnswer,
    handler: ({ actor, params, body }) => evalAnswers.judgeEvalAnswer(actor, params, body),
  })

  app.route({ ...compareEvalRuns, handler: ({ actor, body }) => comparisons.compareEvalRuns(actor, body) })

  app.route({
    ...exportEvalRun,
    handler: async ({ actor, params, query: { format } }, reply) => {
      const exported = await evalAnswers.exportEvalRun(actor, params, format)
      const download = {
        name: 'evaluation',
        at: now(),
        watch: (end: () => void) => streamAuthority.watch(actor, { permission: 'manage_knowledge' }, end),
      }
      if (format === 'xlsx') return sendWorkbook(reply, download, listSheets(exported))
      const file = Readable.from(writeJson(exported), { objectMode: false })
      return sendMadeFile(reply, download, { file, contentType: 'application/json; charset=utf-8', extension: 'json' })
    },
  })
}
