import { type ComponentType, lazy } from 'react'

/** Loads a part that the page works without: where it cannot be loaded, as while the service is gone, nothing is shown in its place. */
export const lazyExtra = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<Props> => () => null) }))
