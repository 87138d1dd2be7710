// Every endpoint of the API by its name: the source of the OpenAPI document, the permission matrix and the web's client.
import * as allowedHost from './tenant/allowed-host.ts'
import * as assistant from './assistant/assistant.ts'
import * as audit from './audit/audit.ts'
import * as auth from './auth/auth.ts'
import * as chat from './chat/chat.ts'
import * as chatBulk from './chat/bulk.ts'
import * as chatFolder from './chat/folder.ts'
import * as chatFolderFile from './chat/folder-file.ts'
import * as chatFile from './chat/chat-file.ts'
import * as chatShare from './chat/share.ts'
import * as citedOriginal from './citation/cited-original.ts'
import * as dataset from './dataset/dataset.ts'
import * as datasetFile from './dataset/dataset-file.ts'
import * as datasetImport from './dataset/import.ts'
import * as qaMatch from './dataset/qa-match.ts'
import * as datasetRow from './dataset/row.ts'
import * as debug from './debug/debug.ts'
import * as debugRun from './debug/debug-run.ts'
import type { Endpoint } from './endpoint.ts'
import * as evalAnswer from './evaluation/eval-answer.ts'
import * as evalRun from './evaluation/eval-run.ts'
import * as gate from './evaluation/gate.ts'
import * as secondFactor from './auth/second-factor.ts'
import * as errorReporting from './system/error-reporting.ts'
import * as feedback from './feedback/feedback.ts'
import * as vote from './feedback/vote.ts'
import * as group from './group/group.ts'
import * as help from './help/help.ts'
import * as history from './chat/history.ts'
import * as collection from './collection/collection.ts'
import * as collectionFile from './collection/collection-file.ts'
import * as source from './collection/source.ts'
import * as chunk from './ingestion/chunk.ts'
import * as chosenModel from './model/chosen-model.ts'
import * as model from './model/model.ts'
import * as modelEndpoint from './model/model-endpoint.ts'
import * as overview from './overview/overview.ts'
import * as preference from './preference/preference.ts'
import * as prompt from './prompt/prompt.ts'
import * as comparison from './reply/comparison.ts'
import * as reply from './reply/reply.ts'
import * as question from './retrieval/question.ts'
import * as search from './retrieval/search.ts'
import * as manifest from './system/manifest.ts'
import * as system from './system/system.ts'
import * as takeout from './takeout/takeout.ts'
import * as tenant from './tenant/tenant.ts'
import * as told from './message/told.ts'
import * as userImport from './user/user-import.ts'
import * as usageLimit from './usage-limit/usage-limit.ts'
import * as usageExport from './usage/usage-export.ts'
import * as usageReport from './usage/usage-report.ts'
import * as user from './user/user.ts'
import * as workflow from './workflow/workflow.ts'
import * as queryTest from './trial/query-test.ts'
import * as workflowRun from './trial/workflow-run.ts'

const contracts = {
  ...allowedHost,
  ...assistant,
  ...audit,
  ...auth,
  ...secondFactor,
  ...chat,
  ...chatBulk,
  ...chatFile,
  ...chatFolder,
  ...chatFolderFile,
  ...chatShare,
  ...citedOriginal,
  ...dataset,
  ...datasetFile,
  ...datasetImport,
  ...datasetRow,
  ...qaMatch,
  ...debug,
  ...debugRun,
  ...errorReporting,
  ...evalAnswer,
  ...evalRun,
  ...feedback,
  ...vote,
  ...gate,
  ...group,
  ...help,
  ...history,
  ...collection,
  ...collectionFile,
  ...source,
  ...chunk,
  ...chosenModel,
  ...model,
  ...modelEndpoint,
  ...overview,
  ...preference,
  ...prompt,
  ...reply,
  ...comparison,
  ...question,
  ...search,
  ...manifest,
  ...system,
  ...takeout,
  ...tenant,
  ...told,
  ...userImport,
  ...usageLimit,
  ...usageExport,
  ...usageReport,
  ...user,
  ...workflow,
  ...queryTest,
  ...workflowRun,
}

type EndpointsOf<Contracts> = { readonly [Name in keyof Contracts as Contracts[Name] extends Endpoint ? Name : never]: Contracts[Name] }

const isEndpoint = (value: unknown) => typeof value === 'object' && value !== null && 'method' in value && 'url' in value

export const endpoints = Object.fromEntries(Object.entries(contracts).filter(([, value]) => isEndpoint(value))) as EndpointsOf<
  typeof contracts
>

export type EndpointName = keyof typeof endpoints
