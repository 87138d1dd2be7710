import { type ChatFolder, FolderColor } from '@heddle/contracts/chat/folder'
import { presentTime } from '../../../platform/http/presenting.ts'
import type { FolderRow } from './folder.sql.ts'

export const presentChatFolder = (folder: FolderRow): ChatFolder => ({
  id: folder.id,
  name: folder.name,
  color: FolderColor.nullable().parse(folder.color),
  parent_id: folder.parentId,
  position: folder.position,
  assistant_id: folder.assistantId,
  instructions: folder.instructions,
  chat_count: folder.chatCount,
  revision: folder.revision,
  created_at: presentTime(folder.createdAt),
  updated_at: presentTime(folder.updatedAt),
})
