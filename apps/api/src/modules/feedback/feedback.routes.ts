import {
  createFeedbackRow,
  exportFeedback,
  getFeedback,
  giveFeedback,
  queryFeedback,
  removeFeedback,
  summarizeFeedback,
  updateFeedback,
} from '@heddle/contracts/feedback/feedback'
import type { App } from '../../platform/http/app-instance.ts'
import type { StreamAuthority } from '../../platform/permissions/stream-authority.ts'
import { sendTable } from '../../platform/http/table/table-download.ts'
import { feedbackColumns, toFeedbackRecord } from './feedback-csv.ts'
import { presentFeedback, presentFeedbackDetail, presentFeedbackItem, presentFeedbackSummary } from './feedback.presenter.ts'
import type { FeedbackService } from './feedback.service.ts'

type FeedbackRouteDependencies = { readonly feedback: FeedbackService; readonly streamAuthority: StreamAuthority; readonly now: () => Date }

export function feedbackRoutes(app: App, { feedback, streamAuthority, now }: FeedbackRouteDependencies) {
  app.route({
    ...giveFeedback,
    handler: async ({ actor, params, body }) => ({ feedback: await feedback.giveFeedback(actor, params.id, params.messageId, body) }),
  })

  app.route({
    ...removeFeedback,
    handler: async ({ actor, params }) => ({ success: await feedback.removeFeedback(actor, params.id, params.messageId) }),
  })

  app.route({
    ...queryFeedback,
    handler: async ({ actor, body }) => {
      const { rows, nextPageToken } = await feedback.queryFeedback(actor, body)
      return { feedback: rows.map(presentFeedback), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...summarizeFeedback,
    handler: async ({ actor, body }) => presentFeedbackSummary(await feedback.summarizeFeedback(actor, body)),
  })

  app.route({
    ...exportFeedback,
    handler: async ({ actor, query }, reply) =>
      sendTable(reply, {
        name: 'feedback',
        format: 'csv',
        at: now(),
        columns: feedbackColumns,
        findPage: await feedback.exportFeedback(actor, query),
        toRecord: toFeedbackRecord,
        watch: (end) => streamAuthority.watch(actor, { permission: 'read_feedback' }, end),
      }),
  })

  app.route({
    ...getFeedback,
    handler: async ({ actor, params }) => ({ feedback: presentFeedbackDetail(await feedback.getFeedback(actor, params.id)) }),
  })

  app.route({
    ...updateFeedback,
    handler: async ({ actor, params, body }) => ({ feedback: presentFeedbackItem(await feedback.updateFeedback(actor, params.id, body)) }),
  })

  app.route({
    ...createFeedbackRow,
    handler: async ({ actor, params, body }) => ({
      feedback: presentFeedbackItem(await feedback.createFeedbackRow(actor, params.id, body)),
    }),
  })
}
