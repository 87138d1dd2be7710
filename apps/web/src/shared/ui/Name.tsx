import type { ComponentProps } from 'react'

/** A name as it was given, such as that of a user, a file or a model: read in its own direction, and never translated by the browser. */
export const Name = (props: ComponentProps<'bdi'>) => <bdi translate="no" {...props} />
