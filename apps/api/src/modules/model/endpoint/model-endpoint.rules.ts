/** A server that is set up beside this one queues by itself; a limit that fits it is set by the endpoint of an administrator. */
const environmentConcurrency = 1_000

type EndpointLimit = { readonly isFromEnvironment: boolean; readonly maxConcurrent: number }

/** Returns how many calls an endpoint takes at once. The limit of the environment's has no setting: its row has the default. */
export const getMaxConcurrent = ({ isFromEnvironment, maxConcurrent }: EndpointLimit): number =>
  isFromEnvironment ? environmentConcurrency : maxConcurrent
