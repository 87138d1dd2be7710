import type { Attachments } from '#features/chat/files/use-attachments.ts'

/** A message without files, whose actions do nothing. */
export const noAttachments: Attachments = {
  attachments: [],
  selection: null,
  ready: [],
  acceptsFiles: true,
  blockedReason: null,
  problem: null,
  isFull: false,
  replaced: 0,
  add: () => undefined,
  replace: () => undefined,
  undoReplace: () => undefined,
  remove: () => undefined,
  retry: () => undefined,
  dismissSelection: () => undefined,
}
