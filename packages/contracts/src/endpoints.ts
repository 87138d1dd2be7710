// Every endpoint of the API by its name: the source of the OpenAPI document, the permission matrix and the web's client.
import * as assistant from './assistant.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as chat from './chat.ts'
import * as chatFile from './chat-file.ts'
import type { Endpoint } from './endpoint.ts'
import * as feedback from './feedback.ts'
import * as group from './group.ts'
import * as history from './history.ts'
import * as model from './model.ts'
import * as preference from './preference.ts'
import * as reply from './reply.ts'
import * as system from './system.ts'
import * as tenant from './tenant.ts'
import { importUsers } from './user-import.ts'
import * as usageLimit from './usage-limit.ts'
import * as user from './user.ts'

export const endpoints = {
  echo: system.echo,
  getHealth: system.getHealth,
  getReadiness: system.getReadiness,
  getConfig: system.getConfig,
  login: auth.login,
  refreshToken: auth.refreshToken,
  getMe: auth.getMe,
  logout: auth.logout,
  externalLogin: auth.externalLogin,
  beginOidcLogin: auth.beginOidcLogin,
  finishOidcLogin: auth.finishOidcLogin,
  updatePassword: auth.updatePassword,
  querySessions: auth.querySessions,
  endSession: auth.endSession,
  queryUsers: user.queryUsers,
  createUser: user.createUser,
  importUsers,
  getUserProfile: user.getUserProfile,
  updateUserProfile: user.updateUserProfile,
  updateUserEmail: user.updateUserEmail,
  updateUserRole: user.updateUserRole,
  updateUserStatus: user.updateUserStatus,
  updateUserStatuses: user.updateUserStatuses,
  resetPassword: user.resetPassword,
  deleteUser: user.deleteUser,
  queryGroups: group.queryGroups,
  queryUserGroups: group.queryUserGroups,
  createGroup: group.createGroup,
  getGroup: group.getGroup,
  updateGroup: group.updateGroup,
  getGroupAssets: group.getGroupAssets,
  deleteGroup: group.deleteGroup,
  queryGroupMembers: group.queryGroupMembers,
  putGroupMember: group.putGroupMember,
  removeGroupMember: group.removeGroupMember,
  findGroupCandidate: group.findGroupCandidate,
  queryTenants: tenant.queryTenants,
  createTenant: tenant.createTenant,
  getTenant: tenant.getTenant,
  updateTenant: tenant.updateTenant,
  deleteTenant: tenant.deleteTenant,
  queryAudit: audit.queryAudit,
  exportAudit: audit.exportAudit,
  listModels: model.listModels,
  queryAssistants: assistant.queryAssistants,
  createAssistant: assistant.createAssistant,
  getAssistant: assistant.getAssistant,
  updateAssistant: assistant.updateAssistant,
  deleteAssistant: assistant.deleteAssistant,
  listAssistantWorkflows: assistant.listAssistantWorkflows,
  getPreference: preference.getPreference,
  addFavoriteAssistant: preference.addFavoriteAssistant,
  removeFavoriteAssistant: preference.removeFavoriteAssistant,
  replaceFavoriteAssistants: preference.replaceFavoriteAssistants,
  setChatDefaults: preference.setChatDefaults,
  queryChats: history.queryChats,
  createChat: chat.createChat,
  getChat: chat.getChat,
  getChatWithoutSource: chat.getChatWithoutSource,
  getChatMessages: chat.getChatMessages,
  getChatProfile: chat.getChatProfile,
  deleteChat: chat.deleteChat,
  shareChat: chat.shareChat,
  sendMessage: reply.sendMessage,
  rejoinReply: reply.rejoinReply,
  stopGeneration: reply.stopGeneration,
  setChatTitle: chat.setChatTitle,
  editMessage: reply.editMessage,
  regenerateReply: reply.regenerateReply,
  continueReply: reply.continueReply,
  chooseBranch: chat.chooseBranch,
  setChatChoices: chat.setChatChoices,
  exportChat: history.exportChat,
  getMessageSources: reply.getMessageSources,
  uploadChatFiles: chatFile.uploadChatFiles,
  getChatFile: chatFile.getChatFile,
  queryChatFilePages: chatFile.queryChatFilePages,
  deleteChatFile: chatFile.deleteChatFile,
  giveFeedback: feedback.giveFeedback,
  removeFeedback: feedback.removeFeedback,
  queryFeedback: feedback.queryFeedback,
  getFeedback: feedback.getFeedback,
  summarizeFeedback: feedback.summarizeFeedback,
  exportFeedback: feedback.exportFeedback,
  getUsageLimit: usageLimit.getUsageLimit,
  queryUsageLimitRules: usageLimit.queryUsageLimitRules,
  createUsageLimitRule: usageLimit.createUsageLimitRule,
  updateUsageLimitRule: usageLimit.updateUsageLimitRule,
  deleteUsageLimitRule: usageLimit.deleteUsageLimitRule,
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints
