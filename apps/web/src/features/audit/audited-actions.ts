import { endpoints, type EndpointName } from '@heddle/contracts/endpoint-list'

/** The endpoints whose calls are audited; each has a text in the catalogue `audit`. */
export type AuditedAction = {
  [Name in EndpointName]: (typeof endpoints)[Name]['config'] extends { audited: true | 'selected' } ? Name : never
}[EndpointName]

export const auditedActions = Object.entries(endpoints).flatMap(([name, { config }]) =>
  'audited' in config && config.audited ? [name as AuditedAction] : [],
)

export const isAuditedAction = (action: string): action is AuditedAction => auditedActions.some((name) => name === action)
