import { limits } from '@heddle/contracts/limits'
import {
  createCollectionQuestion,
  deleteCollectionQuestion,
  importCollectionQuestions,
  queryCollectionQuestions,
  runCollectionQuestions,
  updateCollectionQuestion,
} from '@heddle/contracts/retrieval/question'
import type { App } from '../../../platform/http/app-instance.ts'
import { sendEventStream } from '../../../platform/http/event-stream.ts'
import { logFailure, toErrorBody } from '../../../platform/http/failure.ts'
import { presentQuestion } from './question.presenter.ts'
import type { QuestionRunService } from './question-run.service.ts'
import type { QuestionService } from './question.service.ts'

/** A character of UTF-8 takes up to three bytes. */
const importBodyBytes = limits.questionImportCharacters * 3

export function questionRoutes(app: App, questions: QuestionService, runs: QuestionRunService) {
  app.route({
    ...queryCollectionQuestions,
    handler: async ({ actor, params, body }) => {
      const { rows, nextPageToken, total } = await questions.queryCollectionQuestions(actor, params.id, body)
      return { questions: rows.map(presentQuestion), next_page_token: nextPageToken, total }
    },
  })

  app.route({
    ...createCollectionQuestion,
    handler: async ({ actor, params, body }) => ({
      question: presentQuestion(await questions.createCollectionQuestion(actor, params.id, body.question)),
    }),
  })

  app.route({
    ...updateCollectionQuestion,
    handler: async ({ actor, params, body }) => ({
      question: presentQuestion(await questions.updateCollectionQuestion(actor, params.id, params.questionId, body)),
    }),
  })

  app.route({
    ...deleteCollectionQuestion,
    handler: async ({ actor, params }) => {
      await questions.deleteCollectionQuestion(actor, params.id, params.questionId)
      return { success: true as const }
    },
  })

  app.route({
    ...importCollectionQuestions,
    bodyLimit: importBodyBytes,
    handler: async ({ actor, params, body }) => {
      const { added, known, problems } = await questions.importCollectionQuestions(actor, params.id, body)
      return { added, known, problems: [...problems] }
    },
  })

  app.route({
    ...runCollectionQuestions,
    handler: async (request, reply) =>
      sendEventStream(reply, (signal) =>
        runs.runCollectionQuestions(request.actor, request.params.id, request.body.settings, {
          signal,
          describeFailure: (error) => toErrorBody(logFailure(request, error)).detail,
        }),
      ),
  })
}
