// Every endpoint of the API by its name: the source of the OpenAPI document, the permission matrix and the web's client.
import * as assistant from './assistant.ts'
import * as auth from './auth.ts'
import * as chat from './chat.ts'
import type { Endpoint } from './endpoint.ts'
import * as model from './model.ts'
import * as preference from './preference.ts'
import * as service from './service.ts'

export const endpoints = {
  echo: service.echo,
  getHealth: service.getHealth,
  getReadiness: service.getReadiness,
  getConfig: service.getConfig,
  login: auth.login,
  refreshToken: auth.refreshToken,
  getMe: auth.getMe,
  logout: auth.logout,
  listModels: model.listModels,
  queryAssistants: assistant.queryAssistants,
  getAssistant: assistant.getAssistant,
  getPreference: preference.getPreference,
  addFavoriteAssistant: preference.addFavoriteAssistant,
  removeFavoriteAssistant: preference.removeFavoriteAssistant,
  replaceFavoriteAssistants: preference.replaceFavoriteAssistants,
  queryChats: chat.queryChats,
  createChat: chat.createChat,
  getChat: chat.getChat,
  getChatWithoutSource: chat.getChatWithoutSource,
  getChatProfile: chat.getChatProfile,
  deleteChat: chat.deleteChat,
  shareChat: chat.shareChat,
  sendMessage: chat.sendMessage,
  rejoinReply: chat.rejoinReply,
  stopGeneration: chat.stopGeneration,
  setChatTitle: chat.setChatTitle,
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints
