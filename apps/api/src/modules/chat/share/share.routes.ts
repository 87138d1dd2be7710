import { shareChat } from '@heddle/contracts/chat/chat'
import {
  createChatShare,
  endChatShare,
  endOwnShares,
  findShareCandidates,
  forkChat,
  previewChatShare,
  queryChatShares,
  queryOwnShares,
  querySharedWithMe,
  updateChatShare,
} from '@heddle/contracts/chat/share'
import type { App } from '../../../platform/http/app-instance.ts'
import { presentChat, presentChatProfile } from '../chat.presenter.ts'
import type { PreviewService } from './preview.service.ts'
import type { ReaderService } from './reader.service.ts'
import { presentCandidate, presentOwnShare, presentShare, presentSharedChat, presentWithheld } from './share.presenter.ts'
import type { ShareService } from './share.service.ts'

type ShareRouteDependencies = { readonly shares: ShareService; readonly previews: PreviewService; readonly readers: ReaderService }

export function shareRoutes(app: App, { shares, previews, readers }: ShareRouteDependencies) {
  app.route({
    ...shareChat,
    handler: async ({ actor, params, body }) => ({ chat: presentChatProfile(actor, await shares.shareChat(actor, params.id, body)) }),
  })

  app.route({
    ...createChatShare,
    handler: async ({ actor, params, body }) => ({ share: presentShare(await shares.createChatShare(actor, params.id, body)) }),
  })

  app.route({
    ...queryChatShares,
    handler: async ({ actor, params, body }) => {
      const { rows, nextPageToken } = await shares.queryChatShares(actor, params.id, body)
      return { shares: rows.map(presentShare), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...updateChatShare,
    handler: async ({ actor, params, body }) => ({
      share: presentShare(await shares.updateChatShare(actor, params.id, params.shareId, body)),
    }),
  })

  app.route({
    ...endChatShare,
    handler: async ({ actor, params }) => {
      await shares.endChatShare(actor, params.id, params.shareId)
      return { success: true } as const
    },
  })

  app.route({
    ...previewChatShare,
    handler: async ({ actor, params, body }) => {
      const { summary, rows, nextPageToken } = await previews.previewChatShare(actor, params.id, body)
      return {
        reader_count: summary.readerCount,
        message_count: summary.messageCount,
        files: [...summary.files],
        passages: rows.map(presentWithheld),
        total: summary.passageCount,
        next_page_token: nextPageToken,
      }
    },
  })

  app.route({
    ...findShareCandidates,
    handler: async ({ actor, body }) => {
      const { rows, nextPageToken } = await readers.findShareCandidates(actor, body)
      return { candidates: rows.map(presentCandidate), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...queryOwnShares,
    handler: async ({ actor, body }) => {
      const { rows, nextPageToken } = await shares.queryOwnShares(actor, body)
      return { shares: rows.map(presentOwnShare), next_page_token: nextPageToken }
    },
  })

  app.route({ ...endOwnShares, handler: async ({ actor }) => ({ ended_count: await shares.endOwnShares(actor) }) })

  app.route({
    ...querySharedWithMe,
    handler: async ({ actor, body }) => {
      const { rows, nextPageToken } = await readers.querySharedWithMe(actor, body)
      return { chats: rows.map(presentSharedChat), next_page_token: nextPageToken }
    },
  })

  app.route({ ...forkChat, handler: async ({ actor, params }) => ({ chat: presentChat(actor, await readers.forkChat(actor, params.id)) }) })
}
