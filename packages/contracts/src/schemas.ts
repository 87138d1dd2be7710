// The shapes that the OpenAPI document names, each by its name there: what a generated client calls its types.
import { AllowedHost } from './tenant/allowed-host.ts'
import { Assistant, AssistantColor, AssistantDetail, AssistantWorkflow, RecommendedQuestion } from './assistant/assistant.ts'
import { AuditEvent } from './audit/audit.ts'
import { Session, TokenPair } from './auth/auth.ts'
import { Chat, ChatProfile, ChatSummary } from './chat/chat.ts'
import { ChatExport, ChatMatch } from './chat/history.ts'
import { ContinueReplyBody, RegenerateReplyBody, SendMessageBody } from './reply/reply.ts'
import { ChatFile, FilePage, UploadResult } from './chat/chat-file.ts'
import { CitedOriginal, CitedPage } from './citation/cited-original.ts'
import {
  CallBucket,
  DebugBackend,
  DebugCommon,
  DebugFeature,
  HeldReservation,
  MeasuredEndpoint,
  QueueState,
  RecentError,
  ShownSetting,
} from './debug/debug.ts'
import { DebugModelCall, DebugRun, DebugRunFlow, DebugRunItem } from './debug/debug-run.ts'
import { ErrorBody, ErrorCode, ErrorDetail } from './errors.ts'
import { Feedback, FeedbackDetail } from './feedback/feedback.ts'
import { Group, GroupAssets, GroupMember } from './group/group.ts'
import { SiteChapter } from './help/help.ts'
import { Language } from './languages.ts'
import { LoginMethod } from './auth/login-method.ts'
import {
  FeedbackRating,
  KnowledgeOrigin,
  Message,
  MessageFeedback,
  MessageFile,
  MessageSource,
  MessageStatus,
  ReplyNotice,
  ReplyStep,
} from './message/message.ts'
import { Chunk, ChunkPlace, ChunkSpan, LostEdit, PageBox, SourcePage, TextRange } from './ingestion/chunk.ts'
import { FindingKind, ReadingFinding, ReadingSettings } from './ingestion/reading.ts'
import { Source, SourceKind, SourceLanguage, SourceUploadResult } from './collection/source.ts'
import {
  Collection,
  CollectionAccess,
  CollectionItem,
  CollectionState,
  CollectionUser,
  Reindex,
  SourceState,
} from './collection/collection.ts'
import { CollectionQuestion, QuestionOutcome, QuestionProblem, QuestionQuality, QuestionRunEvent } from './retrieval/question.ts'
import { CollectionImportQuestion } from './collection/collection-file.ts'
import { ManagedModel, Model, ModelPrice, ModelReference } from './model/model.ts'
import { ModelCheck, ModelTest } from './model/model-test.ts'
import {
  ModelCapability,
  ModelEndpoint,
  ModelEndpointKind,
  ModelKind,
  OptionalParameter,
  ReasoningFormat,
  UpstreamModel,
} from './model/model-endpoint.ts'
import { ModelFindings } from './model/model-finding.ts'
import { Permission } from './permissions.ts'
import { CollectionAttention, Overview, UnavailableEndpoint } from './overview/overview.ts'
import { UserPreference } from './preference/preference.ts'
import { ReplyStreamEvent, ReplyUsage } from './reply/reply-stream.ts'
import { MembershipRole, UserRole } from './roles.ts'
import { PublicConfig } from './system/system.ts'
import { Tenant } from './tenant/tenant.ts'
import { TenantProfile } from './tenant/tenant-profile.ts'
import {
  UsageBreakdown,
  UsageBreakdownRow,
  UsageCost,
  UsageFigures,
  UsagePeriod,
  UsagePoint,
  UsageReport,
  UserUsage,
} from './usage/usage-report.ts'
import {
  NearUsageLimit,
  UsageLimitInterval,
  UsageLimitMetric,
  UsageLimitRule,
  UsageLimitScope,
  UsageLimitState,
  UsageLimitTarget,
  UsageRefusals,
  UserUsageLimit,
} from './usage-limit/usage-limit.ts'
import { User, UserStatus } from './user/user-entity.ts'
import { ImportedUser, ImportEvent, ImportProblem } from './user/user-import.ts'
import { Id, LocalizedText, LocalizedTextInput, Timestamp } from './wire.ts'
import {
  GraphWarning,
  ImportQuestion,
  Workflow,
  WorkflowFile,
  WorkflowItem,
  WorkflowSite,
  WorkflowState,
  WorkflowVersion,
  WorkflowVersionItem,
} from './workflow/workflow.ts'
import { WorkflowGraph, WorkflowLayout } from './workflow/workflow-graph.ts'
import { RunCost, RunOutcome, RunStreamEvent, RunTrace, WorkflowRun, WorkflowRunItem } from './trial/workflow-run.ts'

export const schemas = {
  AllowedHost,
  Assistant,
  AssistantColor,
  AssistantDetail,
  AssistantWorkflow,
  AuditEvent,
  CallBucket,
  Chat,
  ChatExport,
  ChatFile,
  ChatMatch,
  ChatProfile,
  ChatSummary,
  Collection,
  CollectionAccess,
  CollectionAttention,
  CollectionImportQuestion,
  CollectionItem,
  CollectionQuestion,
  CollectionState,
  CollectionUser,
  Reindex,
  Chunk,
  ChunkPlace,
  ChunkSpan,
  CitedOriginal,
  CitedPage,
  LostEdit,
  PageBox,
  ContinueReplyBody,
  DebugBackend,
  DebugCommon,
  DebugFeature,
  DebugModelCall,
  DebugRun,
  DebugRunFlow,
  DebugRunItem,
  Error: ErrorBody,
  ErrorCode,
  ErrorDetail,
  Feedback,
  FeedbackDetail,
  FeedbackRating,
  FilePage,
  GraphWarning,
  Group,
  GroupAssets,
  GroupMember,
  HeldReservation,
  Id,
  ImportedUser,
  ImportEvent,
  ImportProblem,
  ImportQuestion,
  KnowledgeOrigin,
  Language,
  LocalizedText,
  LocalizedTextOrString: LocalizedTextInput,
  LoginMethod,
  ManagedModel,
  MeasuredEndpoint,
  MembershipRole,
  Message,
  MessageFeedback,
  MessageFile,
  MessageSource,
  MessageStatus,
  Model,
  ModelCapability,
  ModelCheck,
  ModelEndpoint,
  ModelEndpointKind,
  ModelFindings,
  ModelKind,
  ModelPrice,
  ModelReference,
  ModelTest,
  OptionalParameter,
  Overview,
  NearUsageLimit,
  Permission,
  PublicConfig,
  ReasoningFormat,
  RecommendedQuestion,
  RegenerateReplyBody,
  QuestionOutcome,
  QuestionProblem,
  QuestionQuality,
  QuestionRunEvent,
  QueueState,
  RecentError,
  ReplyNotice,
  ReplyStep,
  ReplyStreamEvent,
  ReplyUsage,
  RunCost,
  RunOutcome,
  RunStreamEvent,
  RunTrace,
  SendMessageBody,
  Session,
  ShownSetting,
  SiteChapter,
  FindingKind,
  ReadingFinding,
  ReadingSettings,
  Source,
  SourceKind,
  SourceLanguage,
  SourcePage,
  SourceState,
  SourceUploadResult,
  Tenant,
  TenantProfile,
  TextRange,
  Timestamp,
  TokenPair,
  UnavailableEndpoint,
  UploadResult,
  UpstreamModel,
  UsageLimitInterval,
  UsageLimitMetric,
  UsageLimitRule,
  UsageLimitScope,
  UsageLimitState,
  UsageLimitTarget,
  UsageRefusals,
  UserUsageLimit,
  UsageBreakdown,
  UsageBreakdownRow,
  UsageCost,
  UsageFigures,
  UsagePeriod,
  UsagePoint,
  UsageReport,
  UserUsage,
  User,
  UserPreference,
  UserRole,
  UserStatus,
  Workflow,
  WorkflowFile,
  WorkflowGraph,
  WorkflowItem,
  WorkflowLayout,
  WorkflowRun,
  WorkflowRunItem,
  WorkflowSite,
  WorkflowState,
  WorkflowVersion,
  WorkflowVersionItem,
}
