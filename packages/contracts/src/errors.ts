// Every error code that can cross the wire, with its HTTP status and the English text for logs and clients without
// translations. The first block is the specification's section 8; the second is ours.
import { z } from 'zod'

type ErrorDefinition = { readonly status: number; readonly message: string }

export const errorCatalogue = {
  UNKNOWN: { status: 500, message: 'An unknown error occurred.' },
  BAD_REQUEST: { status: 400, message: 'The request parameters are invalid.' },
  FORBIDDEN: { status: 403, message: 'You do not have permission to access this resource.' },
  AUTH_LOGIN_FAILED: { status: 401, message: 'Invalid email or password.' },
  AUTH_EMAIL_REQUIRED: { status: 400, message: 'An email is required for registration.' },
  AUTH_EMAIL_EXISTS: { status: 409, message: 'This email already exists; try another.' },
  AUTH_EMAIL_FAILED_TO_UPDATE: { status: 409, message: 'The email could not be updated.' },
  AUTH_PASSWORD_FAILED_TO_UPDATE: { status: 400, message: 'The password could not be updated.' },
  AUTH_USER_NOT_FOUND: { status: 404, message: 'The user was not found.' },
  AUTH_USER_FAILED_TO_CREATE: { status: 409, message: 'The user could not be created.' },
  AUTH_USER_FAILED_TO_DELETE: { status: 409, message: 'The user could not be deleted.' },
  AUTH_USER_FAILED_TO_UPDATE_LAST_LOGIN: { status: 500, message: 'The last login could not be recorded.' },
  AUTH_TENANT_NOT_FOUND: { status: 404, message: 'The tenant was not found.' },
  AUTH_TENANT_FAILED_TO_UPDATE: { status: 409, message: 'The tenant could not be updated.' },
  AUTH_TENANT_FAILED_TO_DELETE: { status: 409, message: 'The tenant could not be deleted.' },
  AUTH_USER_ROLE_INVALID: { status: 400, message: 'Only the user role can be created, or the role is invalid.' },
  AUTH_USER_ROLE_FAILED_TO_UPDATE: { status: 409, message: 'The user role could not be updated.' },
  AUTH_GROUP_ROLE_INVALID: { status: 400, message: 'Only the group role can be created.' },
  AUTH_RELATION_FAILED_TO_CREATE: { status: 409, message: 'The membership could not be created.' },
  AUTH_RELATION_FAILED_TO_UPDATE: { status: 409, message: 'The membership could not be updated.' },
  AUTH_RELATION_FAILED_TO_DELETE: { status: 409, message: 'The membership could not be deleted.' },
  ASSISTANT_NOT_FOUND: { status: 404, message: 'The assistant was not found.' },
  ASSISTANT_CONFIG_REQUIRED: { status: 400, message: 'The assistant needs a configuration.' },
  ASSISTANT_CONFIG_INVALID: { status: 400, message: 'The configuration of the assistant is invalid.' },
  CHAT_NOT_FOUND: { status: 404, message: 'The chat was not found.' },
  CHAT_ACCESS_NOT_FOUND: { status: 404, message: 'The access settings of the chat were not found.' },
  CHAT_PROFILE_NOT_FOUND: { status: 404, message: 'The profile of the chat was not found.' },
  CHAT_WITHOUT_SOURCE_NOT_FOUND: { status: 404, message: 'The chat without sources was not found.' },
  CHAT_PUSH_MESSAGE_FAILED: { status: 409, message: 'The message was not accepted: the chat has changed or is answering.' },
  CHAT_UPDATE_CONVERSATION_ID_FAILED: { status: 409, message: 'The conversation id was not updated: the chat has changed.' },
  CHAT_CONFIG_MISSING: { status: 409, message: 'The assistant of this chat has no usable configuration.' },
  CHAT_INVALID_MODEL_OBJECT: { status: 400, message: 'The model object needs the id or the name of a model that may be chosen.' },
  CHAT_USER_ID_MISMATCH: { status: 403, message: 'The user id of the request is not that of the session.' },
  CHAT_AUTH_KEY_MISSING: { status: 503, message: 'The model endpoint refused its key, or has none.' },
  CHAT_FILE_UPLOAD_FAILED: { status: 400, message: 'The file could not be uploaded.' },
  CHAT_INVALID_MESSAGE_INDEX: { status: 400, message: 'The message index does not exist in this chat.' },
  CHAT_FEEDBACK_FAILED: { status: 409, message: 'The feedback could not be saved.' },
  WORKFLOW_NOT_FOUND: { status: 404, message: 'The workflow was not found.' },

  NOT_FOUND: { status: 404, message: 'There is nothing at this address.' },
  REVISION_MISMATCH: { status: 409, message: 'Somebody else has changed this meanwhile.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'The request has a media type that is not supported.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests; try again in a moment.' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'The service is not available right now.' },
  XSRF_MISMATCH: { status: 403, message: 'The request did not prove that it comes from this application.' },
  AUTH_REQUIRED: { status: 401, message: 'Sign in first.' },
  AUTH_TOKEN_INVALID: { status: 401, message: 'The session is not valid; sign in again.' },
  AUTH_TOKEN_EXPIRED: { status: 401, message: 'The access token has expired.' },
  AUTH_SESSION_ENDED: { status: 401, message: 'The session has ended; sign in again.' },
  AUTH_PASSWORD_CHANGE_REQUIRED: { status: 403, message: 'Change the password first.' },
  AUTH_SESSION_NOT_FOUND: { status: 404, message: 'The session was not found.' },
  AUTH_ACCOUNT_EXISTS: { status: 409, message: 'This account already exists; try another.' },
  AUTH_USER_FAILED_TO_UPDATE: { status: 409, message: 'The user could not be updated.' },
  AUTH_USER_STATUS_FAILED_TO_UPDATE: { status: 409, message: 'The status of the user could not be updated.' },
  AUTH_GROUP_NOT_FOUND: { status: 404, message: 'The group was not found.' },
  AUTH_GROUP_FAILED_TO_DELETE: { status: 409, message: 'The group still manages something; move that to another group.' },
  AUTH_TENANT_FAILED_TO_CREATE: { status: 409, message: 'The tenant could not be created.' },
  AUTH_EXTERNAL_LOGIN_NOT_FOUND: { status: 404, message: 'There is no such way to sign in.' },
  AUTH_EXTERNAL_LOGIN_UNAVAILABLE: { status: 503, message: 'The external sign-in cannot be reached or failed.' },
  AUTH_EXTERNAL_LOGIN_REFUSED: { status: 401, message: 'The external sign-in was not completed.' },
  AUTH_THROTTLED: { status: 429, message: 'Too many attempts to sign in; try again later.' },
  CHAT_MESSAGE_NOT_FOUND: { status: 404, message: 'The message was not found.' },
  CHAT_REQUEST_LIMIT_REACHED: { status: 409, message: 'This conversation has reached its limit; start a new chat.' },
  CHAT_TOO_MANY_REPLIES: { status: 429, message: 'Too many replies are running; wait for one to finish.' },
  CHAT_REPLY_INTERRUPTED: { status: 503, message: 'The reply was interrupted by the service.' },
  CHAT_TITLE_FAILED: { status: 502, message: 'A title could not be made.' },
  MODEL_NOT_FOUND: { status: 404, message: 'The model was not found.' },
  MODEL_UNAVAILABLE: { status: 502, message: 'The model endpoint could not be reached or failed.' },
  MODEL_RATE_LIMITED: { status: 503, message: 'The model endpoint is busy.' },
  MODEL_REFUSED: { status: 502, message: 'The model endpoint refused the request.' },
  MODEL_STREAM_BROKEN: { status: 502, message: 'The model stopped in the middle of its reply.' },
  MODEL_FIRST_TOKEN_TIMEOUT: { status: 504, message: 'The model did not begin to answer in time.' },
  MODEL_STALLED: { status: 504, message: 'The model stopped sending.' },
  MODEL_REPLY_TIMEOUT: { status: 504, message: 'The reply took too long.' },
} as const satisfies Record<string, ErrorDefinition>

export type ErrorCode = keyof typeof errorCatalogue

export const errorCodes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]

/** One field of a refused request: where it is (`body/user/email`) and what is wrong with it. */
export const FieldError = z.object({ path: z.string(), message: z.string() })
export type FieldError = z.infer<typeof FieldError>

export const ErrorDetail = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
})
export type ErrorDetail = z.infer<typeof ErrorDetail>

/** The body of every answer outside 2xx. */
export const ErrorBody = z.object({ detail: ErrorDetail })
export type ErrorBody = z.infer<typeof ErrorBody>
