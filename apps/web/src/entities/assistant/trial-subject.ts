import type { EndpointRequest } from '@heddle/contracts/endpoint'
import type { tryAssistant } from '@heddle/contracts/trial/workflow-run'

/** What a trial asks: a saved expert, or a workflow to make one of, with the instructions of the form. */
export type TrialSubject = EndpointRequest<typeof tryAssistant>['body']['assistant']
